// Classic and first in the head of a match page, in one file: what every page needs early, and the socket.
import "../site/early.js";
import "./early_socket.js";
