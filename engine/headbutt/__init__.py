"""GJK as published in the Headbutt article, faults included."""
