import { networkOf } from "@satchel/chassis";
import type { FastifyInstance } from "fastify";

/** The answers of one account or network that were not taken completely. */
interface Owner {
  octets: number;
  /** How each is cut off, the oldest first. */
  readonly cuts: Set<() => void>;
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
 * account, or the network of a client without a session. Streams don't count: they are read as they are taken.
 */
export function limitUntaken(app: FastifyInstance, { counted, octets: most }: UntakenLimits): void {
  const owners = new Map<string, Owner>();
  let total = 0;

  function add(name: string, octets: number, cut: () => void): () => void {
    const owner = owners.get(name) ?? { octets: 0, cuts: new Set() };
    owners.set(name, owner);
    owner.cuts.add(cut);
    owner.octets += octets;
    total += octets;
    return () => {
      if (!owner.cuts.delete(cut)) return;
      owner.octets -= octets;
      total -= octets;
      if (owner.cuts.size === 0) owners.delete(name);
    };
  }

  function cutOldest(): void {
    const [largest] = [...owners.values()].sort((a, b) => b.octets - a.octets);
    for (const cut of largest?.cuts ?? []) return cut();
  }

  app.addHook("onSend", (request, reply, payload, done) => {
    const { socket } = request.raw;
    const octets = typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    // A call within the process has no connection.
    if (octets >= counted && "setTimeout" in socket && !socket.destroyed) {
      const end = (): void => {
        remove();
        reply.raw.off("close", end);
        socket.off("close", end);
      };
      const remove = add(request.session?.userId ?? networkOf(request.ip), octets, () => {
        end();
        socket.destroy();
      });
      reply.raw.once("close", end);
      // An answer that waits behind another one of its connection is not told.
      socket.once("close", end);
      while (total > most) cutOldest();
    }
    done(null, payload);
  });
}
