import type { ProjectionProgress } from "@satchel/chassis";
import { createLink, partitionOf, READ_YOUR_WRITES_MS, STALE, type UserId } from "@satchel/contracts";
import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Saves that were answered when their event was durable, before the tables show it: whatever their account asks for next waits
 * for them. This gateway remembers them; to others a browser takes the position in a cookie (decision 2).
 */
export interface UnshownSaves {
  /** Whether the caller's next call waits, whichever gateway it reaches. If not, the save itself has to. */
  areAwaitedBy(request: FastifyRequest): boolean;
  /** @param sequence of the save's event */
  note(userId: UserId, sequence: number, reply: FastifyReply): void;
  /** Waits, for {@link READ_YOUR_WRITES_MS} at most, until the tables show the account's saves. @returns false when they lag */
  shown(userId: UserId, request: FastifyRequest): Promise<boolean>;
}

interface UnshownSavesOptions {
  readonly progress: ProjectionProgress;
  /** Whether browsers use https. */
  readonly secure: boolean;
  /** Whether there is no other gateway. */
  readonly isAlone: boolean;
}

export function unshownSaves({ progress, secure, isAlone }: UnshownSavesOptions): UnshownSaves {
  const cookie = secure ? "__Host-satchel_saved" : "satchel_saved";
  const options = { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: READ_YOUR_WRITES_MS / 1000 } as const;
  /** The newest save of each account of the last seconds, the oldest first. */
  const newest = new Map<UserId, { readonly sequence: number; readonly until: number }>();

  const remember = (userId: UserId, sequence: number): void => {
    const now = Date.now();
    for (const [account, { until }] of newest) {
      if (until > now) break;
      newest.delete(account);
    }
    const before = newest.get(userId)?.sequence ?? 0;
    newest.delete(userId);
    newest.set(userId, { sequence: Math.max(before, sequence), until: now + READ_YOUR_WRITES_MS });
  };
  const ownOf = (userId: UserId): number => {
    const { sequence = 0, until = 0 } = newest.get(userId) ?? {};
    return until > Date.now() ? sequence : 0;
  };

  return {
    areAwaitedBy: ({ headers }) => isAlone || headers.authorization === undefined,
    note: (userId, saved, reply) => {
      remember(userId, saved);
      if (!isAlone) reply.setCookie(cookie, String(ownOf(userId)), options);
    },
    shown: async (userId, { cookies }) => {
      const ofOthers = /^\d{1,15}$/.test(cookies[cookie] ?? "") ? Number(cookies[cookie]) : 0;
      const sequence = Math.max(ownOf(userId), ofOthers);
      const position = { projection: "links", partition: partitionOf(userId), sequence };
      return sequence === 0 || progress.reached(position, READ_YOUR_WRITES_MS);
    },
  };
}

/** Lets every call wait for its account's saves, but a save: it reads no table. */
export function awaitSaves(app: FastifyInstance, saves: UnshownSaves): void {
  app.addHook("preHandler", async (request, reply) => {
    const { session, routeOptions } = request;
    if (session === undefined || (routeOptions.url === createLink.path && request.method === createLink.method)) return;
    if (!(await saves.shown(session.userId, request))) reply.header(STALE, "1");
  });
}
