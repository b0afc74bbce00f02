import { getStart, type PublicConfig } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { route } from "../http/route.ts";
import type { LiveStreams } from "../live/streams.ts";
import type { Tables } from "../queries/tables.ts";
import { userOf } from "./users.ts";

interface StartOptions {
  readonly tables: Tables;
  readonly live: LiveStreams;
  readonly config: PublicConfig;
}

/** The first answers of the page, in one. */
export async function startRoutes(app: FastifyInstance, { tables, live, config }: StartOptions): Promise<void> {
  route(app, getStart, async ({ userId }) => {
    // Before the tables are read: the stream of events then begins with whatever they did not show yet.
    const lastEventId = await live.lastEventId(userId);
    const [user, folders, all, unvisited, favorites] = await Promise.all([
      userOf(tables, userId),
      tables.listFolders(userId),
      tables.countLinks(userId, {}),
      tables.countLinks(userId, { unvisited_only: true }),
      tables.countLinks(userId, { favorites_only: true }),
    ]);
    return {
      status: 200,
      body: {
        user,
        config,
        folders,
        counts: { all, unvisited, favorites },
        ...(lastEventId === undefined ? {} : { last_event_id: lastEventId }),
      },
    };
  });
}
