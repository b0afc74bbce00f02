import { type CommandContext, execute, type CommandOutcome, JournalConflict } from "@satchel/chassis";
import {
  aggregateSubject,
  type BulkAction,
  type BulkId,
  type ChangeLinks,
  type Decision,
  type ErrorData,
  isSatchelError,
  type LinkEvent,
  type LinkId,
  partitionOf,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { decideBulk, type Untouched } from "../domain/bulk.ts";
import type { LinkState } from "../domain/link-state.ts";
import { adds, withinQuota } from "../domain/quota.ts";
import { APPENDS_IN_FLIGHT } from "../limits.ts";
import { knowsFolder } from "./known-folders.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { loadLink, type LoadedLink, loadLinks } from "./load.ts";
import { Room, roomOf } from "./room.ts";

/** The outcome for one link. `sequence` is that of its last event, 0 where there is none. */
type Outcome =
  | { readonly kind: "changed"; readonly sequence: number }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed"; readonly linkId: LinkId; readonly detail: string };

interface Job {
  readonly userId: UserId;
  readonly bulkId: BulkId;
  readonly action: BulkAction;
  readonly retry: boolean;
  /** For links that come back. */
  readonly room: Room;
}

/** Whether the call may restore deleted links. */
const bringsBack = ({ kind }: BulkAction): boolean => kind === "restore" || kind === "undo";

/** The id of a bulk call's event of one link: derived from both, so a retried command appends nothing twice. */
const eventIdOf = ({ action, bulkId }: Job, linkId: LinkId): string => v5(`${action.kind} ${linkId}`, bulkId);

/**
 * Executes one action on many links: loads all in one query, decides each by itself, and appends concurrently, each event by
 * its own compare-and-set. A link with a conflict is repeated alone.
 * @throws {SatchelError} `not-found` when the folder to move to is none of the user's
 */
export const changeLinks =
  (deps: LinkCommandsDeps) =>
  async (
    { userId, bulkId, linkIds, action }: PayloadOf<typeof ChangeLinks>,
    { retry }: CommandContext,
  ): Promise<CommandOutcome<ResultOf<typeof ChangeLinks>>> => {
    if (action.kind === "move" && !(await knowsFolder(deps, userId, action.folderId))) {
      throw new SatchelError("not-found", texts.folders.notFound);
    }
    const room = new Room(bringsBack(action) ? await roomOf(deps, userId) : 0);
    const job: Job = { userId, bulkId, action, retry, room };
    const loaded = await loadLinks(deps.db, userId, linkIds);
    const outcomes: Outcome[] = [];
    const todo = linkIds.values();
    const work = async (): Promise<void> => {
      for (const linkId of todo) outcomes.push(await changeOne(deps, job, linkId, loaded.get(linkId)));
    };
    await Promise.all(Array.from({ length: APPENDS_IN_FLIGHT }, work));

    const changed = outcomes.filter((outcome) => outcome.kind === "changed");
    const sequence = Math.max(0, ...changed.map((outcome) => outcome.sequence));
    return {
      result: {
        changed: changed.length,
        unchanged: outcomes.filter(({ kind }) => kind === "unchanged").length,
        failed: outcomes.flatMap((outcome) =>
          outcome.kind === "failed" ? [{ linkId: outcome.linkId, detail: outcome.detail }] : [],
        ),
      },
      position: sequence === 0 ? undefined : { projection: "links", partition: partitionOf(userId), sequence },
    };
  };

async function changeOne(
  deps: LinkCommandsDeps,
  job: Job,
  linkId: LinkId,
  loaded: LoadedLink | undefined,
): Promise<Outcome> {
  const { journal } = deps;
  const subject = aggregateSubject(job.userId, "links", linkId);
  const id = eventIdOf(job, linkId);
  let hasTaken = false;
  const decide = (state: LinkState | undefined) => {
    const decision = decideBulk(state, job.action, job.bulkId, new Date(deps.now()));
    hasTaken ||= adds(state, decision) && job.room.take();
    return withinQuota(state, decision, hasTaken);
  };
  const decision = decide(loaded?.state);
  try {
    if (decision.kind === "event" && loaded !== undefined) {
      const event = { id, ...decision.event };
      const { sequence } = await journal.append({ subject, event, expected: loaded.revision });
      return { kind: "changed", sequence };
    }
    if (decision.kind === "nothing" && !job.retry) return { kind: "unchanged" };
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
  }
  return changeAlone(deps, job, linkId, { subject, id, decide });
}

interface Deciding {
  readonly subject: string;
  readonly id: string;
  readonly decide: (state: LinkState | undefined) => Decision<LinkEvent, Untouched>;
}

/** Decides again on the newest state, when the row lagged or the decision was a refusal. */
async function changeAlone(
  deps: LinkCommandsDeps,
  { userId, retry }: Job,
  linkId: LinkId,
  { subject, id, decide }: Deciding,
): Promise<Outcome> {
  const { journal, progress } = deps;
  try {
    const { result, position } = await execute<LinkState | undefined, LinkEvent, Untouched | "changed">({
      journal,
      progress,
      projection: "links",
      subject,
      context: { commandId: id, retry },
      load: () => loadLink(deps, userId, linkId),
      decide,
      resultOf: () => "changed",
    });
    return result === "changed" ? { kind: "changed", sequence: position?.sequence ?? 0 } : { kind: "unchanged" };
  } catch (error) {
    if (!isSatchelError(error) || !FINAL.has(error.code)) throw error;
    return { kind: "failed", linkId, detail: error.data.detail };
  }
}

/** Errors that concern one link only; any other error fails the whole call. */
const FINAL = new Set<ErrorData["code"]>(["not-found", "rejected", "conflict", "full"]);
