/** What `match/early_socket.js` leaves for the script of the match page; null once that script looked for it. */
interface Window {
  earlySocket?: {
    socket: WebSocket;
    /** Messages so far, and when each came by `performance.now()`. */
    heard: { data: string; at: number }[];
  } | null;
  /** On a static site: what answers instead of a server. Left by `serverless/serverless.js`. */
  menhirsLocalServer?: {
    ask(path: string, init?: RequestInit): Promise<Response>;
    open(path: string): import("./socket").AnySocket;
  };
}
