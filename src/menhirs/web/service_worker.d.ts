/** What service workers use of their surroundings, which are not those of a page. */
interface Later extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Pushed extends Later {
  data: { json(): { match: string; title: string; body: string } } | null;
}
interface Clicked extends Later {
  notification: Notification;
}
interface Said extends Later {
  data: { kind: "keep"; language: string } | { kind: "take"; asked: boolean };
  source: OpenPage;
}
interface Fetched extends Later {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface OpenPage {
  id: string;
  url: string;
  postMessage(message: object): void;
  focus(): Promise<unknown>;
}
export interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Later) => void): void;
  addEventListener(kind: "message", listener: (event: Said) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetched) => void): void;
  addEventListener(kind: "push", listener: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
}
