import {
  execute,
  type CommandContext,
  type CommandOutcome,
  type Journal,
  type ProjectionProgress,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ChangeLink,
  type Decision,
  type DeleteLink,
  type LinkEvent,
  type PayloadOf,
  type ResultOf,
  type SaveLink,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { addressOf } from "./address-of.ts";
import { decideChange, decideDelete, decidePurge, decideRestore, decideSave, isGone } from "../domain/link.ts";
import type { LinkState } from "../domain/link-state.ts";
import { withinQuota } from "../domain/quota.ts";
import type { LinkIds } from "./link-id.ts";
import type { LinksTables } from "../projection/tables.ts";
import { erasePast } from "./erase-past.ts";
import { findLinkId } from "./find-link-id.ts";
import { knowsFolder } from "./known-folders.ts";
import { loadLink, type LoadedLink } from "./load.ts";
import { roomOf } from "./room.ts";

/** Dependencies of the commands on links. */
export interface LinkCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Links that one account may have, without deleted ones. */
  readonly linksPerAccount: number;
  /** The ids that links get. */
  readonly linkIds: LinkIds;
}

type Target = PayloadOf<typeof DeleteLink>;

/** The commands on one link, for the bus and for mail. */
export function linkCommands(deps: LinkCommandsDeps) {
  const { journal, progress } = deps;
  const now = (): Date => new Date(deps.now());
  return {
    /**
     * Saves a link.
     * @throws {SatchelError} `invalid` when the URL is no web address; `full` when the account has as many links as allowed
     */
    save: async (payload: PayloadOf<typeof SaveLink>, context: CommandContext) => {
      const address = addressOf(payload.url);
      const { userId, folderId } = payload;
      const [linkId, folderExists] = await Promise.all([
        findLinkId(deps, userId, address.canonicalUrl),
        knowsFolder(deps, userId, folderId),
      ]);
      // An earlier attempt may have ended before it could erase.
      let beginsAnew = context.retry;
      const saved = await runWithinQuota<ResultOf<typeof SaveLink>>(
        { userId, linkId },
        context,
        (state) => {
          const at = now();
          beginsAnew = isGone(state, at);
          return decideSave(state, { ...payload, address }, folderExists, at);
        },
        (event) => ({ linkId, created: event.type === "LinkSaved" }),
      );
      if (beginsAnew && saved.result.created && saved.position !== undefined) {
        await erasePast(journal, { userId, linkId }, saved.position.sequence);
      }
      return saved;
    },

    change: async ({ userId, linkId, changes }: PayloadOf<typeof ChangeLink>, context: CommandContext) => {
      const folderExists = await knowsFolder(deps, userId, changes.folderId);
      return run(
        { userId, linkId },
        context,
        (state) => decideChange(state, changes, folderExists),
        () => ({}),
      );
    },

    delete: (target: Target, context: CommandContext) => run(target, context, decideDelete, () => ({})),

    restore: (target: Target, context: CommandContext) =>
      runWithinQuota(
        target,
        context,
        (state) => decideRestore(state, now()),
        () => ({}),
      ),

    /** Purges a link whose deletion can't be undone any more; any other stays. */
    purge: (target: Target, context: CommandContext) =>
      run(
        target,
        context,
        (state) => decidePurge(state, now()),
        () => ({}),
      ),
  };

  /** Executes a command that may add a link: the account's room is read together with the row. */
  function runWithinQuota<Result>(
    target: Target,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent) => Result,
  ): Promise<CommandOutcome<Result>> {
    const { userId, linkId } = target;
    let room = 0;
    const load = async (): Promise<LoadedLink> => {
      const [loaded, left] = await Promise.all([loadLink(deps, userId, linkId), roomOf(deps, userId)]);
      room = left;
      return loaded;
    };
    return run(target, context, (state) => withinQuota(state, decide(state), room > 0), resultOf, load);
  }

  function run<Result>(
    { userId, linkId }: Target,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent) => Result,
    load = () => loadLink(deps, userId, linkId),
  ): Promise<CommandOutcome<Result>> {
    return execute<LinkState | undefined, LinkEvent, Result>({
      journal,
      progress,
      projection: "links",
      subject: aggregateSubject(userId, "links", linkId),
      context,
      load,
      decide,
      resultOf,
    });
  }
}

export type LinkCommands = ReturnType<typeof linkCommands>;
