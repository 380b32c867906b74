"""The engines, each of which a policy is compared with."""
