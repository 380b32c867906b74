"""The broad phases: each module registers the record `BROAD_PHASE`."""
