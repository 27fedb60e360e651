// Opens the socket of the match while the page's script is still on its way, and keeps what it hears.
// That saves a slow line the round trips of connecting. `socket.js` takes over.
const url = new URL(document.currentScript?.dataset.socket ?? "", location.href);
url.protocol = url.protocol.replace("http", "ws");
const socket = new WebSocket(url);
/** @type {{data: string, at: number}[]} */
const heard = [];
socket.onmessage = ({ data }) => {
  const { type, sent } = JSON.parse(data);
  // A ping measures the lag, so it can't wait.
  if (type === "ping") socket.send(JSON.stringify({ type: "pong", sent }));
  else heard.push({ data, at: performance.now() });
};
window.earlySocket = { socket, heard };
