import {
  createFeed,
  CreateFeed,
  deleteFeed,
  EndFeed,
  type FeedSource,
  laterTexts,
  listFeeds,
  ListFeeds,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { feedPath } from "../feeds/addresses.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** The feeds of an account, for its owner (decision 82). */
export async function feedRoutes(app: FastifyInstance, { commands, tables, callerOf, origin }: Parts): Promise<void> {
  route(app, listFeeds, async ({ userId }) => {
    const { result } = await commands.send(ListFeeds, { userId });
    return { status: 200, body: result };
  });

  route(app, createFeed, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { name, source, full_text: fullText = false } = body;
    await requireFolder(userId, source);
    const { locale } = callerOf(request);
    const asked = { userId, sessionId, name, source, fullText, locale };
    const { feed, secret } = (await commands.send(CreateFeed, asked)).result;
    const urlOf = (format: "atom" | "json"): string => origin + feedPath(secret, format);
    return { status: 201, body: { ...feed, atom_url: urlOf("atom"), json_url: urlOf("json") } };
  });

  route(app, deleteFeed, async ({ userId, params }) => {
    const { result } = await commands.send(EndFeed, { userId, feedId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.feeds.notFound);
    return { status: 204, body: null };
  });

  /** @throws {SatchelError} `not-found` for a folder that is not there, or another account's */
  async function requireFolder(userId: UserId, source: FeedSource): Promise<void> {
    if (source.kind !== "folder") return;
    if ((await tables.findFolder(userId, source.folder_id)) === undefined) {
      throw new SatchelError("not-found", texts.folders.notFound);
    }
  }
}
