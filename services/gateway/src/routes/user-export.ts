import { Readable } from "node:stream";
import type { CommandClient, Journal } from "@satchel/chassis";
import {
  type Capture,
  CAPTURE_PAGE_SIZE_MAX,
  exportUser,
  type Link,
  LINK_PAGE_SIZE_MAX,
  ListPasskeys,
  ListSessions,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { writeExport } from "../export/user-export.ts";
import { route } from "../http/route.ts";
import { EXPORT_RETRY_SECONDS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";
import { toSession, userOf } from "./users.ts";

export interface UserExportOptions {
  readonly commands: CommandClient;
  readonly tables: Tables;
  /** All events of a user, the oldest first. */
  readonly readUser: Journal["readUser"];
}

/** The download of everything about an account. */
export async function userExportRoutes(app: FastifyInstance, options: UserExportOptions): Promise<void> {
  const { commands, tables, readUser } = options;
  // An export reads everything, so a user has one at a time.
  const underWay = new Set<UserId>();

  route(app, exportUser, async ({ userId, session, request }) => {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="satchel-${new Date().toISOString().slice(0, 10)}.json"`,
    };
    const [profile, folders, sessions, passkeys] = await Promise.all([
      userOf(tables, userId),
      tables.listFolders(userId),
      commands.send(ListSessions, { userId }),
      commands.send(ListPasskeys, { userId }),
      // Checked before anything is sent: an export without them must not look complete.
      tables.listCaptures(userId, { size: 1 }),
    ]);
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    if (underWay.has(userId)) {
      throw new SatchelError("limited", texts.server.tooMany, { retryAfter: EXPORT_RETRY_SECONDS });
    }
    underWay.add(userId);
    const pieces = writeExport({
      profile,
      folders,
      sessions: sessions.result.sessions.map((one) => toSession(one, session.sessionId)),
      passkeys: passkeys.result.passkeys,
      links: allLinks(tables, userId),
      captures: allCaptures(tables, userId),
      events: readUser(userId),
    });
    // One piece ahead of the reader.
    const stream = Readable.from(pieces, { highWaterMark: 1 });
    stream.once("close", () => underWay.delete(userId));
    return { status: 200, body: stream as never, headers };
  });
}

/** All links of a user, the newest first, page by page. */
async function* allLinks(tables: Tables, userId: UserId): AsyncGenerator<Link> {
  let cursor: string | undefined;
  do {
    const page = await tables.listLinks(userId, {
      size: LINK_PAGE_SIZE_MAX,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.links;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** All captures, the newest first, page by page. */
async function* allCaptures(tables: Tables, userId: UserId): AsyncGenerator<Capture> {
  let cursor: string | undefined;
  do {
    const page = await tables.listCaptures(userId, {
      size: CAPTURE_PAGE_SIZE_MAX,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.captures;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
