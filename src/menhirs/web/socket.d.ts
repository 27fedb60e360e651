/** What the match page uses of a socket: a real one has it, and the connection to the local server in this browser too. */
export interface AnySocket {
  readonly readyState: number;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}
