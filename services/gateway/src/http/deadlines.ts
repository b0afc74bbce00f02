import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface Patience {
  /** Milliseconds without a single octet. */
  readonly idleMs: number;
  /** Milliseconds in all. */
  readonly totalMs: number;
}

/** The running timers of requests' bodies. */
const watches = new WeakMap<IncomingMessage, { end: () => void; refuse: () => void }>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Limits the milliseconds for every body from the end of the request's head, against slow-loris attacks, and calls
 * `refuse` for a slower one. Node's own `requestTimeout` is one number for all requests of a server; here a route for
 * large files can allow more with {@link allowSlowBody}, after authentication.
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

/** Lets the body of this request continue as long as octets arrive, up to a limit. */
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
