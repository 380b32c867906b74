"""Differences between platforms."""
