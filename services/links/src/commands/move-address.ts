import { type CommandContext, execute, type CommandOutcome, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  type BulkId,
  type Decision,
  happened,
  type LinkEvent,
  type LinkId,
  type MoveLink,
  nothingToDo,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { sql } from "kysely";
import { v5 } from "uuid";
import { readWebAddress } from "../domain/canonical-url.ts";
import { isGone } from "../domain/link.ts";
import { decideArrival, type OwnedLink } from "../domain/move.ts";
import { erasePast } from "./erase-past.ts";
import { findLinkId } from "./find-link-id.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { loadMissing } from "./load.ts";

type State = (OwnedLink & { readonly bulkId: BulkId | null }) | undefined;
interface Done {
  readonly saved: boolean;
}

/** Random namespaces for the ids of a move's two events. */
const BULK = "0d7a3c61-6c0e-4c53-9f55-0f1a4a1b8a51";
const LEAVING = "b1f2a7de-3df4-4f0b-8a3c-5c1a3b6f7e02";

/**
 * Saves a link under the address that its page has moved to, and deletes it under the old one: one event each. Their ids are
 * derived from the command's, so a retried command continues where it stopped; until then both links exist.
 * @throws {SatchelError} `not-found`; `conflict` when a check did not find this address last
 */
export const moveLink =
  (deps: LinkCommandsDeps) =>
  async (
    { userId, linkId, newUrl }: PayloadOf<typeof MoveLink>,
    context: CommandContext,
  ): Promise<CommandOutcome<ResultOf<typeof MoveLink>>> => {
    const { journal, now } = deps;
    const bulkId = v5(context.commandId, BULK) as BulkId;
    const old = (await load(deps, userId, linkId)).state;
    if (old === undefined || (old.deletedAt !== null && old.bulkId !== bulkId)) {
      throw new SatchelError("not-found", texts.links.notFound);
    }
    const address = readWebAddress(newUrl);
    const newId = address && (await findLinkId(deps, userId, address.canonicalUrl));
    if (address === undefined || newId === undefined || newId === linkId || old.newUrl !== newUrl) {
      throw new SatchelError("conflict", texts.links.notMoved);
    }

    let beginsAnew = context.retry;
    const arrived = await run(deps, userId, newId, context, (state) => {
      const at = new Date(now());
      beginsAnew = isGone(state, at);
      const event = decideArrival(state, { old, address, bulkId }, at);
      return event === undefined ? nothingToDo({ saved: false }) : happened(event);
    });
    if (beginsAnew && arrived.result.saved && arrived.position !== undefined) {
      await erasePast(journal, { userId, linkId: newId }, arrived.position.sequence);
    }
    const leaving = { commandId: v5(context.commandId, LEAVING), retry: context.retry };
    const left = await run(deps, userId, linkId, leaving, (state) =>
      state === undefined || state.deletedAt !== null
        ? nothingToDo({ saved: false })
        : happened({ type: "LinkDeleted", data: { bulkId } }),
    );
    return { result: { linkId: newId, bulkId }, position: left.position ?? arrived.position };
  };

function run(
  deps: LinkCommandsDeps,
  userId: UserId,
  linkId: LinkId,
  context: CommandContext,
  decide: (state: State) => Decision<LinkEvent, Done>,
): Promise<CommandOutcome<Done>> {
  const { journal, progress } = deps;
  return execute<State, LinkEvent, Done>({
    journal,
    progress,
    projection: "links",
    subject: aggregateSubject(userId, "links", linkId),
    context,
    load: () => load(deps, userId, linkId),
    decide,
    resultOf: ({ type }) => ({ saved: type === "LinkSaved" }),
  });
}

async function load(deps: LinkCommandsDeps, userId: UserId, linkId: LinkId): Promise<Snapshot<State>> {
  const read = () => readRow(deps, userId, linkId);
  return (await read()) ?? loadMissing(deps, userId, linkId, read);
}

async function readRow({ db }: LinkCommandsDeps, userId: UserId, linkId: LinkId): Promise<Snapshot<State> | undefined> {
  const row = await db
    .selectFrom("links.links")
    .select(["id", "deleted_at", "own_title", "own_description", "notes", "own_tags", "page_tags", "is_favorite"])
    .select(["folder_id", "created_at", "saved_at", "visit_count", "first_visited_at", "last_visited_at", "revision"])
    .select(["health_new_url", "bulk_id"])
    .select(sql<string | null>`coalesce(page_title, suggested_title)`.as("other_title"))
    .where("user_id", "=", userId)
    .where("id", "=", linkId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const state: State = {
    id: row.id,
    deletedAt: row.deleted_at,
    title: row.own_title,
    otherTitle: row.other_title,
    description: row.own_description,
    notes: row.notes,
    tags: row.own_tags,
    pageTags: row.page_tags,
    isFavorite: row.is_favorite,
    folderId: row.folder_id,
    createdAt: row.created_at,
    savedAt: row.saved_at,
    visits: { count: row.visit_count, firstAt: row.first_visited_at, lastAt: row.last_visited_at },
    newUrl: row.health_new_url,
    bulkId: row.bulk_id,
  };
  return { revision: row.revision, state };
}
