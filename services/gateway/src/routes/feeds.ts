import {
  createFeed,
  CreateFeed,
  deleteFeed,
  EndFeed,
  laterTexts,
  listFeeds,
  ListFeeds,
  SatchelError,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { feedPath } from "../feeds/addresses.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requireFolder } from "../queries/require-folder.ts";

/** The feeds of an account, for its owner (decision 82). */
export async function feedRoutes(app: FastifyInstance, { commands, tables, callerOf, site }: Parts): Promise<void> {
  route(app, listFeeds, async ({ userId }) => {
    const { result } = await commands.send(ListFeeds, { userId });
    return { status: 200, body: result };
  });

  route(app, createFeed, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { name, source, full_text: fullText = false } = body;
    if (source.kind === "folder") await requireFolder(tables, userId, source.folder_id);
    const { locale } = callerOf(request);
    const asked = { userId, sessionId, name, source, fullText, locale };
    const { feed, secret } = (await commands.send(CreateFeed, asked)).result;
    const urlOf = (format: "atom" | "json"): string => site.origin + feedPath(secret, format);
    return { status: 201, body: { ...feed, atom_url: urlOf("atom"), json_url: urlOf("json") } };
  });

  route(app, deleteFeed, async ({ userId, params }) => {
    const { result } = await commands.send(EndFeed, { userId, feedId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.feeds.notFound);
    return { status: 204, body: null };
  });
}
