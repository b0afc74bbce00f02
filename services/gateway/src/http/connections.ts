import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

interface ConnectionLimits {
  /** Requests of one connection that wait for their answers. */
  readonly unanswered: number;
  /** Milliseconds in which nothing of an answer is taken. */
  readonly idleMs: number;
}

/**
 * Bounds what one connection makes the process hold. Node handles all requests that arrive together, some 2,000 in 64 KiB,
 * and keeps their answers until the first is taken (pipelining, RFC 9112 section 9.3.2, which no browser and no proxy uses).
 * An answer that nobody reads it keeps for as long as the connection lasts.
 */
export function limitConnections(app: FastifyInstance, { unanswered, idleMs }: ConnectionLimits): void {
  const counts = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): number => {
    const now = (counts.get(socket) ?? 0) + change;
    counts.set(socket, now);
    return now;
  };
  app.addHook("onRequest", ({ raw: { socket } }, reply, done) => {
    if (count(socket, 1) > unanswered) {
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once("close", () => void count(socket, -1));
    done();
  });
  // For answers alone: a call may take longer before there is one. Node resets it with the next request. A call within the
  // process has no connection, and an object without timeouts in its place.
  app.addHook("onSend", ({ raw: { socket } }, _reply, payload, done) => {
    if ("setTimeout" in socket) {
      socket.setTimeout(idleMs);
      if (payload instanceof Readable) endWith(socket, payload);
    }
    done(null, payload);
  });
}

/** Ends a streamed answer with its connection. Node tells only the first of several answers that the connection closed. */
function endWith(socket: Socket, stream: Readable): void {
  const end = (): void => void stream.destroy();
  socket.once("close", end);
  stream.once("close", () => socket.off("close", end));
  if (socket.destroyed) end();
}
