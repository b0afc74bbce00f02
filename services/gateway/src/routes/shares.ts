import {
  ChangeShare,
  changeShare,
  CreateShare,
  createShare,
  deleteShare,
  EndShare,
  isItem,
  type KeptShare,
  ListShares,
  listShares,
  type PayloadOf,
  SatchelError,
  type Share,
  type ShareChange,
  type ShareSource,
  shareTexts,
  texts,
  TITLE_CHARS,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";
import { shareFeedPath, sharePath } from "../shares/addresses.ts";

/** What an account shares, for its owner (decision 85). */
export async function shareRoutes(
  app: FastifyInstance,
  { commands, tables, callerOf, site: { origin } }: Parts,
): Promise<void> {
  route(app, listShares, async ({ userId }) => {
    const { shares } = (await commands.send(ListShares, { userId })).result;
    const titles = await Promise.all(shares.map(({ source }) => titleOf(tables, userId, source)));
    return { status: 200, body: { shares: shares.map((share, i) => shownShare(share, titles[i] ?? null, origin)) } };
  });

  route(app, createShare, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { source } = body;
    const title = await titleOf(tables, userId, source);
    if (title === null) {
      throw new SatchelError("not-found", source.kind === "folder" ? texts.folders.notFound : texts.links.notFound);
    }
    const { locale } = callerOf(request);
    const asked = { userId, sessionId, source, locale, title: title.slice(0, TITLE_CHARS), ...choicesIn(body) };
    const { share } = (await commands.send(CreateShare, asked)).result;
    return { status: 201, body: shownShare(share, title, origin) };
  });

  route(app, changeShare, async ({ userId, params, body }) => {
    const asked = { userId, shareId: params.id, ...choicesIn(body) };
    const { share } = (await commands.send(ChangeShare, asked)).result;
    return { status: 200, body: shownShare(share, await titleOf(tables, userId, share.source), origin) };
  });

  route(app, deleteShare, async ({ userId, params }) => {
    const { result } = await commands.send(EndShare, { userId, shareId: params.id });
    if (!result.ended) throw new SatchelError("not-found", shareTexts.notFound);
    return { status: 204, body: null };
  });
}

/** What was sent, and nothing else: a missing field stays as it is. */
function choicesIn(body: ShareChange): Omit<PayloadOf<typeof ChangeShare>, "userId" | "shareId"> {
  const { public_name: publicName, notes, expires_at: expiresAt, password } = body;
  return compact({ publicName, notes, expiresAt, password });
}

/** The title of something of this user; null where it is not there. */
async function titleOf(tables: Tables, userId: UserId, source: ShareSource): Promise<string | null> {
  if (source.kind === "folder") return (await tables.findFolder(userId, source.folder_id))?.name ?? null;
  const link = await tables.findLink(userId, source.link_id);
  // A mail is its reader's alone.
  return link === undefined || isItem(link.url) ? null : (link.title ?? link.url);
}

/** A share with its addresses. */
function shownShare({ name, ...share }: KeptShare, title: string | null, origin: string): Share {
  const hasFeed = share.source.kind === "folder" && !share.has_password;
  return {
    ...share,
    title,
    url: origin + sharePath(name),
    atom_url: hasFeed ? origin + shareFeedPath(name, "atom") : null,
    json_url: hasFeed ? origin + shareFeedPath(name, "json") : null,
  };
}
