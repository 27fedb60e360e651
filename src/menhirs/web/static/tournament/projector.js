// A tournament on a wall: it keeps up by itself.
import { keepUp } from "./live.js";

keepUp();
