import type { CommandContext, CommandOutcome } from "@satchel/chassis";
import {
  type EraseDeletedLinks,
  type EraseLink,
  isSatchelError,
  type LinkId,
  type PayloadOf,
  type ResultOf,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { randomUUID } from "node:crypto";
import { decideErase } from "../domain/link.ts";
import type { LinkState } from "../domain/link-state.ts";
import { ERASE_LINKS, ERASE_MS } from "../limits.ts";
import { executeOnLink } from "./execute-on-link.ts";
import { purgeLink } from "./purge-link.ts";
import type { LinkCommands, LinkCommandsDeps } from "./links.ts";
import { loadLink } from "./load.ts";

type Deps = LinkCommandsDeps & { readonly commands: Pick<LinkCommands, "purge"> };

/**
 * Erases deleted links before their 30 days are over. First an event makes the deletion final: from then on the link can't
 * be restored. Then it is purged as after 30 days. If this process dies in between, the periodic purge completes it.
 */
export function eraseCommands(deps: Deps) {
  const { db, now } = deps;

  const erase = async (userId: UserId, linkId: LinkId, context: CommandContext): Promise<CommandOutcome<object>> => {
    const outcome = await executeOnLink<LinkState | undefined, object>(
      deps,
      { userId, linkId },
      {
        context,
        load: () => loadLink(deps, userId, linkId),
        decide: (state) => decideErase(state, new Date(now())),
        resultOf: () => ({}),
      },
    );
    const { position } = outcome;
    if (position !== undefined) await purgeLink(deps, { user_id: userId, id: linkId, revision: position.sequence });
    return outcome;
  };

  const deleted = (userId: UserId) =>
    db
      .selectFrom("links.links")
      .where("user_id", "=", userId)
      .where("deleted_at", ">", new Date(now() - UNDO_SECONDS * 1000));

  return {
    one: ({ userId, linkId }: PayloadOf<typeof EraseLink>, context: CommandContext) => erase(userId, linkId, context),

    all: async ({
      userId,
    }: PayloadOf<typeof EraseDeletedLinks>): Promise<CommandOutcome<ResultOf<typeof EraseDeletedLinks>>> => {
      const until = now() + ERASE_MS;
      const rows = await deleted(userId).select("id").orderBy("deleted_at", "desc").limit(ERASE_LINKS).execute();
      const { count } = await deleted(userId)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      let position: CommandOutcome<object>["position"];
      let erased = 0;
      for (const { id } of rows) {
        try {
          ({ position } = await erase(userId, id, { commandId: randomUUID(), retry: false }));
          erased++;
        } catch (error) {
          // Another call restored or erased it at the same time.
          if (!isSatchelError(error) || error.code !== "not-found") throw error;
        }
        if (now() > until) break;
      }
      return { result: { erased, left: Math.max(0, count - erased) }, position };
    },
  };
}
