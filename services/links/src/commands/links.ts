import type { CommandContext, CommandOutcome } from "@satchel/chassis";
import {
  type ChangeLink,
  type Decision,
  type LinkEvent,
  mailedItemKey,
  type PayloadOf,
  type ResultOf,
  type SaveLink,
} from "@satchel/contracts";
import {
  decideChange,
  decideDelete,
  decidePurge,
  decideRemind,
  decideRestore,
  decideSave,
  isPurgeable,
} from "../domain/link.ts";
import type { WebAddress } from "../domain/canonical-url.ts";
import type { LinkState } from "../domain/link-state.ts";
import { withinQuota } from "../domain/quota.ts";
import { addressOf } from "./address-of.ts";
import { erasePast } from "./erase-past.ts";
import { executeOnLink, type LinkTarget } from "./execute-on-link.ts";
import { knowsFolder } from "./known-folders.ts";
import type { LinkIds } from "./link-id.ts";
import { type LoadDeps, loadLink, type LoadedLink } from "./load.ts";
import { remainingLinks } from "./link-quota.ts";
import { type SaveEvent, savedLink } from "./saved-link.ts";

/** Dependencies of the commands on links. */
export interface LinkCommandsDeps extends LoadDeps {
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Links that one account may have, without deleted ones. */
  readonly linksPerAccount: number;
  /** The ids that links get. */
  readonly linkIds: LinkIds;
}

/** The commands on one link, for the bus and for mail. */
export function linkCommands(deps: LinkCommandsDeps) {
  const now = (): Date => new Date(deps.now());
  return {
    /**
     * Saves a link.
     * @throws {SatchelError} `invalid` when the URL is no web address; `full` when the account has as many links as allowed
     */
    save: async (payload: PayloadOf<typeof SaveLink>, context: CommandContext) =>
      saveAt(addressOf(payload.url), payload, context),

    /**
     * Saves a mail, or a file that came with one or was sent, as an item. Its address is no web address, and nothing else
     * makes such a link.
     */
    saveItem: async (payload: PayloadOf<typeof SaveLink>, context: CommandContext) =>
      saveAt({ url: payload.url, canonicalUrl: mailedItemKey(payload.url), host: "" }, payload, context),

    change: async ({ userId, linkId, changes }: PayloadOf<typeof ChangeLink>, context: CommandContext) => {
      const folderExists = await knowsFolder(deps, userId, changes.folderId);
      return run(
        { userId, linkId },
        context,
        (state) => decideChange(state, changes, folderExists, now()),
        () => ({}),
      );
    },

    delete: (target: LinkTarget, context: CommandContext) => run(target, context, decideDelete, () => ({})),

    restore: (target: LinkTarget, context: CommandContext) =>
      runWithinQuota(
        target,
        context,
        (state) => decideRestore(state, now()),
        () => ({}),
      ),

    /** Shows a link again whose reminder is due; any other stays. */
    remind: (target: LinkTarget, context: CommandContext) =>
      run(
        target,
        context,
        (state) => decideRemind(state, now()),
        () => ({}),
      ),

    /** Purges a link whose deletion can't be undone any more; any other stays. */
    purge: (target: LinkTarget, context: CommandContext) =>
      run(
        target,
        context,
        (state) => decidePurge(state, now()),
        () => ({}),
      ),
  };

  /** Saves a link at an address that was checked. */
  async function saveAt(address: WebAddress, payload: PayloadOf<typeof SaveLink>, context: CommandContext) {
    const { userId, folderId } = payload;
    const linkId = deps.linkIds(userId, address.canonicalUrl);
    const folderExists = await knowsFolder(deps, userId, folderId);
    // Whether events of an earlier, finally deleted link are to be erased. A first attempt may have died before it did so.
    let hasPast = context.retry;
    const saved = await runWithinQuota<ResultOf<typeof SaveLink>>(
      { userId, linkId },
      context,
      (state) => {
        const at = now();
        hasPast = isPurgeable(state, at);
        return decideSave(state, { ...payload, address }, folderExists, at);
      },
      (event, time) => ({
        linkId,
        created: event.type === "LinkSaved",
        link: savedLink({ userId, linkId }, event as SaveEvent, time),
      }),
    );
    if (hasPast && saved.result.created && saved.position !== undefined) {
      await erasePast(deps.journal, { userId, linkId }, saved.position.sequence);
    }
    return saved;
  }

  /** Executes a command that may add a link: the account's quota is read together with the row. */
  function runWithinQuota<Result>(
    target: LinkTarget,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent, time: Date) => Result,
  ): Promise<CommandOutcome<Result>> {
    const { userId, linkId } = target;
    let quota = 0;
    const load = async (known: number): Promise<LoadedLink> => {
      const [loaded, left] = await Promise.all([loadLink(deps, userId, linkId, known), remainingLinks(deps, userId)]);
      quota = left;
      return loaded;
    };
    return run(target, context, (state) => withinQuota(state, decide(state), quota > 0), resultOf, load);
  }

  function run<Result>(
    { userId, linkId }: LinkTarget,
    context: CommandContext,
    decide: (state: LinkState | undefined) => Decision<LinkEvent, Result>,
    resultOf: (event: LinkEvent, time: Date) => Result,
    load = (known: number) => loadLink(deps, userId, linkId, known),
  ): Promise<CommandOutcome<Result>> {
    return executeOnLink<LinkState | undefined, Result>(deps, { userId, linkId }, { context, load, decide, resultOf });
  }
}

export type LinkCommands = ReturnType<typeof linkCommands>;
