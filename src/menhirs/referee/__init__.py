"""The referee of live matches, in a server or in a visitor's own browser.

Nothing here knows where a match is kept or who carries its messages. It needs an event loop and the
time, which is passed in, and no more than Python's standard library.
"""
