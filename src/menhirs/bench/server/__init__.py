"""The server under load, beside a bare echo on the same stack and the bare commits it rests on."""
