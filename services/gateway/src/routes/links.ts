import {
  changeLink,
  ChangeLink,
  countLinks,
  countLists,
  createLink,
  deleteLink,
  DeleteLink,
  FindLink,
  getLink,
  getLinkHistory,
  getRelatedLinks,
  type LinkFilters,
  listLinks,
  lookupLink,
  moveLink,
  MoveLink,
  type PayloadOf,
  ReadLinkHistory,
  refreshLink,
  RefreshLink,
  restoreLink,
  RestoreLink,
  SatchelError,
  type SaveLink,
  STALE,
  texts,
  type UserId,
  visitLink,
  VisitLink,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";
import { requireLink } from "../queries/require-link.ts";
import type { Tables } from "../queries/tables.ts";
import { savedBy, sparesKnown } from "../sessions/saved-by.ts";

export async function linkRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables, perform, save } = parts;

  route(app, listLinks, async ({ userId, query }) => {
    const headers = await searchHeaders(tables, userId, query);
    const { links, nextCursor } = await tables.listLinks(userId, query);
    return { status: 200, body: links, headers: { ...headers, ...nextPage(nextCursor) } };
  });

  route(app, countLinks, async ({ userId, query }) => {
    const headers = await searchHeaders(tables, userId, query);
    return { status: 200, body: await tables.countLinks(userId, query), headers };
  });

  route(app, countLists, async ({ userId }) => ({ status: 200, body: await tables.countLists(userId) }));

  route(app, lookupLink, async ({ userId, query }) => {
    const { result } = await perform(FindLink, { userId, url: query.url });
    const link = await tables.findLink(userId, result.linkId);
    return { status: 200, body: { link: link ?? null } };
  });

  route(app, createLink, async ({ userId, session, body, request, reply }) => {
    const { url, title, suggested_title, tags, folder_id } = body;
    const payload: PayloadOf<typeof SaveLink> = {
      userId,
      url,
      origin: { kind: savedBy(session) },
      ...compact({ title, suggestedTitle: suggested_title, tags, within: session.folderId }),
      ...placeOf(folder_id),
      ...sparesKnown(session),
    };
    const { result, headers } = await save(payload, { request, reply });
    const { linkId, created, link } = result;
    if (created) return { status: 201, body: link, headers };
    return { status: 200, body: (await tables.findLink(userId, linkId)) ?? link, headers };
  });

  route(app, getLink, async ({ userId, session, params }) => {
    const link = await tables.findLinkDetail(userId, params.id);
    if (link === undefined) throw new SatchelError("not-found", texts.links.notFound);
    // Others that lead to the same page may be in other folders.
    return { status: 200, body: session.folderId === undefined ? link : { ...link, same_as: [] } };
  });

  route(app, refreshLink, async ({ userId, params }) => {
    const { headers } = await perform(RefreshLink, { userId, linkId: params.id });
    return { status: 202, body: await requireLink(tables, userId, params.id), headers };
  });

  route(app, moveLink, async ({ userId, params, body }) => {
    const { result, headers } = await perform(MoveLink, { userId, linkId: params.id, newUrl: body.new_url });
    const link = await requireLink(tables, userId, result.linkId);
    return { status: 200, body: { link, bulk_id: result.bulkId }, headers };
  });

  route(app, changeLink, async ({ userId, params, body }) => {
    const { is_favorite, folder_id, remind_at, add_tags, remove_tags, ...rest } = body;
    const changes = {
      ...rest,
      ...compact({ addTags: add_tags, removeTags: remove_tags, isFavorite: is_favorite, remindAt: remind_at }),
      ...placeOf(folder_id),
    };
    const { headers } = await perform(ChangeLink, { userId, linkId: params.id, changes });
    return { status: 200, body: await requireLink(tables, userId, params.id), headers };
  });

  route(app, deleteLink, async ({ userId, params }) => {
    const { headers } = await perform(DeleteLink, { userId, linkId: params.id });
    return { status: 204, body: null, headers };
  });

  route(app, restoreLink, async ({ userId, params }) => {
    const { headers } = await perform(RestoreLink, { userId, linkId: params.id });
    return { status: 200, body: await requireLink(tables, userId, params.id), headers };
  });

  route(app, getLinkHistory, async ({ userId, params, query }) => {
    const { result } = await perform(ReadLinkHistory, { userId, linkId: params.id, ...query });
    const { nextCursor, ...body } = result;
    return { status: 200, body, headers: nextPage(nextCursor) };
  });

  route(app, getRelatedLinks, async ({ userId, params }) => {
    await requireLink(tables, userId, params.id);
    return { status: 200, body: { links: await tables.findRelated(userId, params.id) } };
  });

  await app.register(visitRoute, parts);
}

/** Waits until a search shows the user's latest links; {@link STALE} when it lags. */
async function searchHeaders(tables: Tables, userId: UserId, { q }: LinkFilters): Promise<Record<string, string>> {
  return q === undefined || (await tables.searchReachesLinks(userId)) ? {} : { [STALE]: "1" };
}

/**
 * Counting a visit, in a scope of its own: a beacon (W3C Beacon, section 3) can't choose its headers, so any body is
 * read and dropped.
 */
async function visitRoute(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));

  route(app, visitLink, async ({ userId, session, params }) => {
    const { headers } = await perform(VisitLink, { userId, linkId: params.id, sessionId: session.sessionId });
    return { status: 200, body: await requireLink(tables, userId, params.id), headers };
  });
}

/** The folder of a call, for the command: 0 and null are no folder, undefined changes nothing. */
const placeOf = (folderId: number | null | undefined): { folderId?: number | null } =>
  folderId === undefined ? {} : { folderId: folderId || null };
