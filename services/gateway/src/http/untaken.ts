import { Readable } from "node:stream";
import { networkOf } from "@satchel/chassis";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Answers of one account or network that were not taken completely, the oldest first: the function that cuts one off, and its octets. */
type Owner = Map<() => void, number>;

/** Tells how many octets of an answer are in memory now. */
type Hold = (octets: number) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** For answers that are sent in pieces, which count by what they tell. */
    readonly holdUntaken: (request: FastifyRequest) => Hold;
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

  function holdUntaken({ session, ip, raw: { socket } }: FastifyRequest): Hold {
    // A call within the process has no connection.
    if (!("setTimeout" in socket)) return () => undefined;
    const name = session?.userId ?? networkOf(ip);
    const end = (): void => {
      const owner = owners.get(name);
      owner?.delete(cut);
      if (owner?.size === 0) owners.delete(name);
      socket.off("close", end);
    };
    const cut = (): void => {
      end();
      socket.destroy();
    };
    return (octets) => {
      if (octets < counted || socket.destroyed) return end();
      const owner = owners.get(name) ?? new Map();
      // An answer that waits behind another one of its connection is not told that this closed.
      if (!owner.has(cut)) socket.once("close", end);
      owners.set(name, owner.set(cut, octets));
      cutBeyondLimit();
    };
  }

  app.decorate("holdUntaken", holdUntaken);
  app.addHook("onSend", (request, reply, payload, done) => {
    const octets = typeof payload === "string" || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (octets >= counted) {
      const hold = holdUntaken(request);
      hold(octets);
      reply.raw.once("close", () => hold(0));
    }
    done(null, payload);
  });
}

/**
 * A stream of pieces, each of which is made when the one before was sent. The connection takes one while the stream has the
 * next ready, so two are in memory.
 */
export function streamOf(request: FastifyRequest, pieces: AsyncIterable<string | Uint8Array>): Readable {
  const hold = request.server.holdUntaken(request);
  async function* told(): AsyncGenerator<string | Uint8Array> {
    let before = 0;
    for await (const piece of pieces) {
      const octets = Buffer.byteLength(piece);
      hold(before + octets);
      before = octets;
      yield piece;
    }
  }
  const stream = Readable.from(told(), { highWaterMark: 1 });
  stream.once("close", () => hold(0));
  return stream;
}
