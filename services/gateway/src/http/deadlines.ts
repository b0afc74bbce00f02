import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface BodyTimeouts {
  /** Milliseconds without a single octet. */
  readonly idleMs: number;
  /** Milliseconds in all. */
  readonly totalMs: number;
}

/** The running timers of requests' bodies. */
const timers = new WeakMap<IncomingMessage, { clear: () => void; refuse: () => void }>();

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
    const refuseIncomplete = (): void => {
      if (!request.complete) refuse(request.socket);
    };
    const timer = setTimeout(refuseIncomplete, milliseconds);
    timers.set(request, { clear: () => clearTimeout(timer), refuse: refuseIncomplete });
    request.once("close", () => clearTimers(request));
    request.once("end", () => clearTimers(request));
  });
}

function clearTimers(request: IncomingMessage): void {
  timers.get(request)?.clear();
  timers.delete(request);
}

/** Refuses the rest of a body that has not arrived yet, as one that is too slow. */
export const refuseBody = (request: IncomingMessage): void => timers.get(request)?.refuse();

/** Lets the body of this request continue as long as octets arrive, up to a limit. */
export function allowSlowBody(request: IncomingMessage, { idleMs, totalMs }: BodyTimeouts): void {
  const first = timers.get(request);
  if (first === undefined) return;
  first.clear();
  const { refuse } = first;
  let received = request.socket.bytesRead;
  const idle = setInterval(() => {
    if (request.socket.bytesRead === received) refuse();
    received = request.socket.bytesRead;
  }, idleMs);
  const total = setTimeout(refuse, totalMs);
  timers.set(request, {
    refuse,
    clear: () => {
      clearInterval(idle);
      clearTimeout(total);
    },
  });
}
