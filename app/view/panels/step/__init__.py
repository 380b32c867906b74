"""The Step and Steps panels."""
