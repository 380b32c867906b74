"""Source code: a tolerant grammar for C++, C, C#, Rust and Python, and the meaning of what it says about shapes."""
