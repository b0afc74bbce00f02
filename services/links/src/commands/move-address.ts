import type { CommandContext, CommandOutcome, Snapshot } from "@satchel/chassis";
import {
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
  laterTexts,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { readWebAddress } from "../domain/canonical-url.ts";
import { isPurgeable } from "../domain/link.ts";
import { eventAtNewAddress, type MovableLink } from "../domain/move.ts";
import { erasePast } from "./erase-past.ts";
import { executeOnLink } from "./execute-on-link.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { loadOne, stateOf } from "./load.ts";

type State = MovableLink | undefined;
interface MoveResult {
  readonly saved: boolean;
}

/** Random namespaces for the ids of the bulk call and of the command that deletes the link under its old address. */
const BULK = "0d7a3c61-6c0e-4c53-9f55-0f1a4a1b8a51";
const DELETION = "b1f2a7de-3df4-4f0b-8a3c-5c1a3b6f7e02";

/**
 * Saves a link under the address that its page has moved to, and deletes it under the old one: one event each. Their ids are
 * derived from the command's, so a retried command continues where it stopped; until then both links exist.
 * @throws {SatchelError} `not-found`; `conflict` when this is not the address that the last check found
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
    if (old === undefined || (old.deletedAt !== null && old.lastBulk?.bulkId !== bulkId)) {
      throw new SatchelError("not-found", texts.links.notFound);
    }
    const address = readWebAddress(newUrl);
    const newId = address && deps.linkIds(userId, address.canonicalUrl);
    if (address === undefined || newId === undefined || newId === linkId || old.newUrl !== newUrl) {
      throw new SatchelError("conflict", laterTexts.duplicates.notMoved);
    }

    let hasPast = context.retry;
    const saved = await run(deps, userId, newId, context, (state) => {
      const at = new Date(now());
      hasPast = isPurgeable(state, at);
      const event = eventAtNewAddress(state, { old, address, bulkId }, at);
      return event === undefined ? nothingToDo({ saved: false }) : happened(event);
    });
    if (hasPast && saved.result.saved && saved.position !== undefined) {
      await erasePast(journal, { userId, linkId: newId }, saved.position.sequence);
    }
    const deletion = { commandId: v5(context.commandId, DELETION), retry: context.retry };
    const deleted = await run(deps, userId, linkId, deletion, (state) =>
      state === undefined || state.deletedAt !== null
        ? nothingToDo({ saved: false })
        : happened({ type: "LinkDeleted", data: { bulkId } }),
    );
    return { result: { linkId: newId, bulkId }, position: deleted.position ?? saved.position };
  };

function run(
  deps: LinkCommandsDeps,
  userId: UserId,
  linkId: LinkId,
  context: CommandContext,
  decide: (state: State) => Decision<LinkEvent, MoveResult>,
): Promise<CommandOutcome<MoveResult>> {
  const resultOf = ({ type }: LinkEvent): MoveResult => ({ saved: type === "LinkSaved" });
  const execution = { context, load: () => load(deps, userId, linkId), decide, resultOf };
  return executeOnLink<State, MoveResult>(deps, { userId, linkId }, execution);
}

const load = (deps: LinkCommandsDeps, userId: UserId, linkId: LinkId): Promise<Snapshot<State>> =>
  loadOne(deps, userId, linkId, (row) => ({
    ...stateOf(row),
    id: row.id,
    otherTitle: row.page_title ?? row.suggested_title,
    createdAt: row.created_at,
    savedAt: row.saved_at,
    newUrl: row.health_new_url,
  }));
