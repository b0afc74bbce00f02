import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long a body may take that is longer than usual. */
export interface Patience {
  /** Milliseconds without a single octet. */
  readonly idleMs: number;
  /** Milliseconds in all. */
  readonly totalMs: number;
}

/** Ends the watch over a request's body. */
const watches = new WeakMap<IncomingMessage, { end: () => void; refuse: () => void }>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Lets every body take so many milliseconds from the end of the request's head, against slow-loris attacks, and calls
 * `refuse` for one that takes longer. Node's own `requestTimeout` is one number for all requests of a server; here a
 * route that takes large files can ask for more with {@link allowSlowBody}, once it knows whose they are.
 */
export function limitBodies(server: Server, milliseconds: number, refuse: (socket: Socket) => void): void {
  server.prependListener("request", (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const watch = (): void => {
      if (!request.complete) refuse(request.socket);
    };
    const timer = setTimeout(watch, milliseconds);
    watches.set(request, { end: () => clearTimeout(timer), refuse: watch });
    request.once("close", () => endWatch(request));
    request.once("end", () => endWatch(request));
  });
}

function endWatch(request: IncomingMessage): void {
  watches.get(request)?.end();
  watches.delete(request);
}

/** Lets the body of this request go on as long as something arrives, up to a bound. */
export function allowSlowBody(request: IncomingMessage, { idleMs, totalMs }: Patience): void {
  const watch = watches.get(request);
  if (watch === undefined) return;
  watch.end();
  let received = request.socket.bytesRead;
  const idle = setInterval(() => {
    if (request.socket.bytesRead === received) watch.refuse();
    received = request.socket.bytesRead;
  }, idleMs);
  const total = setTimeout(watch.refuse, totalMs);
  watches.set(request, {
    refuse: watch.refuse,
    end: () => {
      clearInterval(idle);
      clearTimeout(total);
    },
  });
}
