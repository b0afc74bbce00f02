import { type CommandClient, type CommandContext, type CommandOutcome, ConcurrencyLimit } from "@satchel/chassis";
import {
  type BulkAction,
  type BulkId,
  ChangeKept,
  type ChangeLinks,
  type ErrorData,
  isSatchelError,
  type LinkId,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { decideBulk } from "../domain/bulk.ts";
import type { LinkState } from "../domain/link-state.ts";
import { adds, withinQuota } from "../domain/quota.ts";
import { APPENDS_IN_FLIGHT } from "../limits.ts";
import { executeOnLink } from "./execute-on-link.ts";
import { knowsFolder } from "./known-folders.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { linksPosition, loadAll, type LoadedLink, loadLink, stateOf } from "./load.ts";
import { LinkQuota, remainingLinks } from "./link-quota.ts";

/** The outcome for one link. `sequence` is that of its last event, 0 where there is none. */
type LinkOutcome =
  | { readonly kind: "changed"; readonly sequence: number; readonly linkId: LinkId }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed"; readonly linkId: LinkId; readonly detail: string };

/** One call, for all its links. */
interface BulkCall {
  readonly userId: UserId;
  readonly bulkId: BulkId;
  readonly action: BulkAction;
  readonly retry: boolean;
  /** For restored links. */
  readonly quota: LinkQuota;
}

const mayRestore = ({ kind }: BulkAction): boolean => kind === "restore" || kind === "undo";

/** The id of a call's event of one link, derived from both: a retried command appends nothing twice. */
const eventIdOf = ({ action, bulkId }: BulkCall, linkId: LinkId): string => v5(`${action.kind} ${linkId}`, bulkId);

interface ChangeLinksDeps extends LinkCommandsDeps {
  readonly client: CommandClient;
}

/**
 * Executes one action on many links: loads all in one query, decides for each, and appends concurrently, each event by its
 * own compare-and-set. What a rule does beside changing links, and the undo of that, is sent to the archive service after it:
 * when that fails, the command is repeated with all of it.
 * @throws {SatchelError} `not-found` when the user does not have the target folder
 */
export const changeLinks =
  (deps: ChangeLinksDeps) =>
  async (
    { userId, bulkId, linkIds, action }: PayloadOf<typeof ChangeLinks>,
    { retry }: CommandContext,
  ): Promise<CommandOutcome<ResultOf<typeof ChangeLinks>>> => {
    const folderId = "folderId" in action ? action.folderId : undefined;
    if (!(await knowsFolder(deps, userId, folderId))) {
      throw new SatchelError("not-found", texts.folders.notFound);
    }
    const quota = new LinkQuota(mayRestore(action) ? await remainingLinks(deps, userId) : 0);
    const call: BulkCall = { userId, bulkId, action, retry, quota };
    const loaded = await loadAll(deps.db, userId, linkIds, stateOf);
    const limit = new ConcurrencyLimit({ concurrency: APPENDS_IN_FLIGHT });
    const outcomes = await Promise.all(
      linkIds.map((linkId) => limit.run("all", () => changeOne(deps, call, linkId, loaded.get(linkId)))),
    );

    const changed = outcomes.filter((outcome) => outcome.kind === "changed");
    await changeKept(
      deps,
      call,
      changed.map(({ linkId }) => linkId),
      loaded,
    );
    const sequence = Math.max(0, ...changed.map((outcome) => outcome.sequence));
    return {
      result: {
        changed: changed.length,
        unchanged: outcomes.filter(({ kind }) => kind === "unchanged").length,
        failed: outcomes.flatMap((outcome) =>
          outcome.kind === "failed" ? [{ linkId: outcome.linkId, detail: outcome.detail }] : [],
        ),
      },
      position: sequence === 0 ? undefined : linksPosition(userId, sequence),
    };
  };

/** What the call changes of links beside their own fields: what is read, and whether copies are kept. */
async function changeKept(
  { client }: ChangeLinksDeps,
  { userId, bulkId, action }: BulkCall,
  linkIds: LinkId[],
  loaded: ReadonlyMap<LinkId, LoadedLink>,
): Promise<void> {
  const send = async (ids: LinkId[], what: PayloadOf<typeof ChangeKept>["action"]): Promise<void> => {
    if (ids.length > 0) await client.send(ChangeKept, { userId, bulkId, linkIds: ids, action: what });
  };
  if (action.kind === "rule" && action.effects !== undefined) await send(linkIds, { kind: "rule", ...action.effects });
  if (action.kind !== "undo") return;
  // Of a repeated command the rows may show the undone links: then nothing says any more what the call was.
  const isConcerned = (id: LinkId): boolean => {
    const undo = loaded.get(id)?.state?.lastBulk?.undo;
    return undo === undefined || (undo.kind === "change" && undo.before.effects !== undefined);
  };
  await send(linkIds.filter(isConcerned), { kind: "undo" });
}

async function changeOne(
  deps: LinkCommandsDeps,
  call: BulkCall,
  linkId: LinkId,
  loaded: LoadedLink | undefined,
): Promise<LinkOutcome> {
  const { userId, action, bulkId, quota, retry } = call;
  let hasRoom = false;
  const decide = (state: LinkState | undefined) => {
    const decision = decideBulk(state, action, bulkId, new Date(deps.now()));
    hasRoom ||= adds(state, decision) && quota.take();
    return withinQuota(state, decision, hasRoom);
  };
  if (!retry && decide(loaded?.state).kind === "nothing") return { kind: "unchanged" };
  let first = loaded;
  /** What was loaded for all links, and after a conflict the link's newest state. */
  const load = async (): Promise<LoadedLink> => {
    const found = first ?? (await loadLink(deps, userId, linkId));
    first = undefined;
    return found;
  };
  try {
    const target = { userId, linkId };
    const context = { commandId: eventIdOf(call, linkId), retry };
    const { result, position } = await executeOnLink<LinkState | undefined, "unchanged" | "changed">(deps, target, {
      context,
      load,
      decide,
      resultOf: () => "changed",
    });
    if (result === "unchanged") return { kind: "unchanged" };
    return { kind: "changed", sequence: position?.sequence ?? 0, linkId };
  } catch (error) {
    if (!isSatchelError(error) || !FINAL.has(error.code)) throw error;
    return { kind: "failed", linkId, detail: error.data.detail };
  }
}

/** Errors that concern one link only; any other error fails the whole call. */
const FINAL = new Set<ErrorData["code"]>(["not-found", "rejected", "conflict", "full"]);
