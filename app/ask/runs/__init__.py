"""Everything that can be run on a scene: algorithms, broad phases, push-outs and motion, with their results."""
