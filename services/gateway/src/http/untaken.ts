import { networkOf } from "@satchel/chassis";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The answers of one account or network that were not taken completely: how each is cut off, and its octets; the oldest first. */
type Owner = Map<() => void, number>;

/** Tells how many octets of an answer are in memory now. */
type Hold = (octets: number) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** For answers that are sent in pieces, which count by what they tell. */
    readonly holdUntaken: (request: FastifyRequest, reply: FastifyReply) => Hold;
  }
}

interface UntakenLimits {
  /** Octets from which an answer counts. */
  readonly counted: number;
  /** Octets of all answers that count. */
  readonly octets: number;
}

/**
 * Bounds the memory of answers that their clients have not taken yet. A call ends when its answer is ready, so a client that
 * takes nothing can make the next one. Beyond the limit the owner of most octets loses its oldest answer. An owner is an
 * account, or the network of a client without a session.
 */
export function limitUntaken(app: FastifyInstance, { counted, octets: most }: UntakenLimits): void {
  const owners = new Map<string, Owner>();

  const sizeOf = (owner: Owner): number => [...owner.values()].reduce((sum, octets) => sum + octets, 0);

  function cutBeyondLimit(): void {
    const bySize = [...owners.values()].sort((a, b) => sizeOf(b) - sizeOf(a));
    if (bySize.reduce((sum, owner) => sum + sizeOf(owner), 0) <= most) return;
    const [cut] = bySize[0]?.keys() ?? [];
    cut?.();
    cutBeyondLimit();
  }

  function holdUntaken({ session, ip, raw: { socket } }: FastifyRequest, reply: FastifyReply): Hold {
    // A call within the process has no connection.
    if (!("setTimeout" in socket)) return () => undefined;
    const name = session?.userId ?? networkOf(ip);
    const end = (): void => {
      const owner = owners.get(name);
      owner?.delete(cut);
      if (owner?.size === 0) owners.delete(name);
    };
    const cut = (): void => {
      end();
      socket.destroy();
    };
    reply.raw.once("close", () => {
      end();
      socket.off("close", end);
    });
    // An answer that waits behind another one of its connection is not told.
    socket.once("close", end);
    return (octets) => {
      if (octets < counted || socket.destroyed) return end();
      owners.set(name, (owners.get(name) ?? new Map()).set(cut, octets));
      cutBeyondLimit();
    };
  }

  app.decorate("holdUntaken", holdUntaken);
  app.addHook("onSend", (request, reply, payload, done) => {
    const octets = typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (octets >= counted) holdUntaken(request, reply)(octets);
    done(null, payload);
  });
}
