"""The server of `gjkscope mcp`: assistants ask what the other commands answer, by the Model Context Protocol.

`server` speaks the protocol, `tools` has one module for each tool, `arguments` reads what they share, and `brevity`
keeps answers short.
"""
