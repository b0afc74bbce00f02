import { randomUUID } from "node:crypto";
import {
  BULK_LINKS,
  type BulkAction,
  type BulkAnswer,
  type BulkId,
  type BulkRequest,
  ChangeLinks,
  changeLinks,
  isSatchelError,
  type LinkId,
  LINKS_PER_ACCOUNT,
  type Position,
  READ_YOUR_WRITES_MS,
  SatchelError,
  STALE,
  texts,
  undoBulk,
  type UserId,
} from "@satchel/contracts";
import type { IdPage } from "@satchel/links/queries";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { BULK_COMMAND_LINKS, BULK_COMMANDS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

/** The result of a bulk call, and headers that say whether the tables show it. */
interface Bulk {
  readonly answer: BulkAnswer;
  readonly headers: Readonly<Record<string, string>>;
  /** The service did not answer: `answer.failed` has the links that were not changed, or perhaps were. */
  readonly away?: SatchelError | undefined;
}

/** Changes many links: all of a list of ids, or pages of ids. */
type ChangeMany = (
  userId: UserId,
  bulkId: BulkId,
  action: BulkAction,
  pages: AsyncIterable<readonly LinkId[]> | Iterable<readonly LinkId[]>,
) => Promise<Bulk>;

export const newBulkId = (): BulkId => randomUUID() as BulkId;

/**
 * Sends many links to the links service, {@link BULK_COMMAND_LINKS} with each command and a few commands at a time, so that its
 * replicas share the work and each answers in time; then waits until the tables show all of it. When the service
 * does not answer, nothing more is sent.
 */
export const changeMany =
  ({ commands, progress }: Pick<Parts, "commands" | "progress">): ChangeMany =>
  async (userId, bulkId, action, pages) => {
    const answer = { bulk_id: bulkId, changed: 0, unchanged: 0, failed: [] as BulkAnswer["failed"] };
    let last: Position | undefined;
    let away: SatchelError | undefined;
    const chunks = chunksOf(pages);
    const work = async (): Promise<void> => {
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        const linkIds = [...next.value];
        const sent = away ?? (await commands.send(ChangeLinks, { userId, bulkId, linkIds, action }).catch(unavailable));
        if (isSatchelError(sent)) {
          away = sent;
          answer.failed.push(...linkIds.map((id) => ({ id, detail: sent.data.detail })));
          continue;
        }
        const { result, position } = sent;
        answer.changed += result.changed;
        answer.unchanged += result.unchanged;
        answer.failed.push(...result.failed.map(({ linkId, detail }) => ({ id: linkId, detail })));
        if (position !== undefined && position.sequence > (last?.sequence ?? 0)) last = position;
      }
    };
    await Promise.all(Array.from({ length: BULK_COMMANDS }, work));
    const seen = last === undefined || (await progress.reached(last, READ_YOUR_WRITES_MS));
    return { answer, headers: seen ? {} : { [STALE]: "1" }, away };
  };

/** @throws errors other than `unavailable` */
function unavailable(error: unknown): SatchelError {
  if (isSatchelError(error) && error.code === "unavailable") return error;
  throw error;
}

/**
 * What was changed, also where that is only a part: the answer has the id by which it can be undone.
 * @throws {SatchelError} `unavailable` where nothing was changed and the service did not answer
 */
export function acceptPart(bulk: Bulk): Bulk {
  if (bulk.away !== undefined && bulk.answer.changed === 0) throw bulk.away;
  return bulk;
}

/** What was changed, for an answer that names no failed links. @throws {SatchelError} `unavailable` if it is only a part */
export function requireWhole(bulk: Bulk): Bulk {
  if (bulk.away !== undefined) throw bulk.away;
  return bulk;
}

async function* chunksOf(
  pages: AsyncIterable<readonly LinkId[]> | Iterable<readonly LinkId[]>,
): AsyncGenerator<readonly LinkId[]> {
  for await (const ids of pages) {
    for (let i = 0; i < ids.length; i += BULK_COMMAND_LINKS) yield ids.slice(i, i + BULK_COMMAND_LINKS);
  }
}

/** Pages of ids, each after the last id of the one before. */
export async function* pagesById(
  find: (page: IdPage) => Promise<readonly LinkId[]>,
): AsyncGenerator<readonly LinkId[]> {
  for (let after: LinkId | undefined; ; ) {
    const ids = await find({ after, limit: BULK_LINKS });
    yield ids;
    if (ids.length < BULK_LINKS) return;
    after = ids.at(-1);
  }
}

export async function bulkRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables } = parts;
  const change = changeMany(parts);

  route(app, changeLinks, async ({ userId, body }) => {
    const action = actionOf(body);
    const ids = await idsOf(tables, userId, body);
    const { answer, headers } = acceptPart(await change(userId, newBulkId(), action, [ids]));
    return { status: 200, body: answer, headers };
  });

  route(app, undoBulk, async ({ userId, params }) => {
    const pages = pagesById((page) => tables.linkIdsOfBulk(userId, params.id, page));
    const { answer, headers } = acceptPart(await change(userId, params.id, { kind: "undo" }, pages));
    if (answer.changed + answer.unchanged + answer.failed.length === 0) {
      throw new SatchelError("not-found", texts.links.undone);
    }
    return { status: 200, body: answer, headers };
  });
}

async function idsOf(tables: Tables, userId: UserId, { ids, filter }: BulkRequest): Promise<readonly LinkId[]> {
  if ((ids === undefined) === (filter === undefined)) throw invalid("/ids", "name either ids or a filter");
  if (ids !== undefined) {
    if (new Set(ids).size < ids.length) throw invalid("/ids", "must not have duplicate items");
    return ids;
  }
  // A search that lags finds fewer links; that is acceptable, since the call can be undone and repeated.
  if (filter?.q !== undefined) await tables.searchReachesLinks(userId);
  return tables.listLinkIds(userId, filter ?? {}, LINKS_PER_ACCOUNT);
}

/** What each action needs, besides the links. */
const needs = {
  move: "folder_id",
  favorite: "is_favorite",
  visited: "is_visited",
  tag: "tags",
  untag: "tags",
} as const;

/** The action of a call. @throws {SatchelError} `invalid` when a field is missing or superfluous */
function actionOf(body: BulkRequest): BulkAction {
  const { action, folder_id, is_favorite, is_visited, tags } = body;
  const needed = action === "delete" || action === "restore" ? undefined : needs[action];
  for (const field of ["folder_id", "is_favorite", "is_visited", "tags"] as const) {
    if (field === needed && body[field] === undefined) throw invalid(`/${field}`, "is required");
    if (field !== needed && body[field] !== undefined) throw invalid(`/${field}`, `has no meaning for ${action}`);
  }
  switch (action) {
    case "move":
      return { kind: action, folderId: folder_id || null };
    case "favorite":
      return { kind: action, isFavorite: is_favorite === true };
    case "visited":
      return { kind: action, isVisited: is_visited === true };
    case "tag":
    case "untag":
      return { kind: action, tags: tags ?? [] };
    default:
      return { kind: action };
  }
}

const invalid = (path: string, message: string): SatchelError =>
  new SatchelError("invalid", texts.server.invalid, { errors: [{ path, message }] });
