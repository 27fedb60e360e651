"""The server under load, compared with a bare echo on the same stack and with bare commits."""
