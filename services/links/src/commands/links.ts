import { execute, type CommandContext, type Handled, type Journal, type ProjectionProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  type ChangeLink,
  type Decision,
  type LinkEvent,
  type PayloadOf,
  type ResultOf,
  type SaveLink,
  type VisitLink,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { addressOf } from "./address-of.ts";
import {
  decideChange,
  decideDelete,
  decidePurge,
  decideRestore,
  decideSave,
  decideVisit,
  isGone,
} from "../domain/link.ts";
import type { LinkState } from "../domain/link-state.ts";
import { linkIdOf } from "./link-id.ts";
import type { LinksTables } from "../projection/tables.ts";
import { erasePast } from "./erase-past.ts";
import { knowsFolder } from "./known-folders.ts";
import { loadLink } from "./load.ts";

/** What carrying out a link's commands takes. */
export interface LinkCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type Target = PayloadOf<typeof VisitLink>;

/** The commands on one link, for the bus and for mail alike. */
export function linkCommands(deps: LinkCommandsDeps) {
  const { journal, progress } = deps;
  const now = (): Date => new Date(deps.now());
  return {
    /** Keeps a link. @throws {SatchelError} `invalid` when the URL is no web address */
    save: async (payload: PayloadOf<typeof SaveLink>, context: CommandContext) => {
      const address = addressOf(payload.url);
      const { userId, folderId } = payload;
      const linkId = linkIdOf(userId, address.canonicalUrl);
      const folderExists = await knowsFolder(deps, userId, folderId);
      // An earlier try, whose event decides nothing now, may have ended before it could erase.
      let beginsAnew = context.retry;
      const saved = await run<ResultOf<typeof SaveLink>>(
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
      run(
        target,
        context,
        (state) => decideRestore(state, now()),
        () => ({}),
      ),

    visit: (target: Target, context: CommandContext) => run(target, context, decideVisit, () => ({})),

    /** Gives a link up whose deletion can't be undone any more; any other stays. */
    purge: (target: Target, context: CommandContext) =>
      run(
        target,
        context,
        (state) => decidePurge(state, now()),
        () => ({}),
      ),
  };

  function run<Result>(
    { userId, linkId }: Target,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent) => Result,
  ): Promise<Handled<Result>> {
    return execute<LinkState | undefined, LinkEvent, Result>({
      journal,
      progress,
      projection: "links",
      subject: aggregateSubject(userId, "links", linkId),
      context,
      load: () => loadLink(deps, userId, linkId),
      decide,
      resultOf,
    });
  }
}

export type LinkCommands = ReturnType<typeof linkCommands>;
