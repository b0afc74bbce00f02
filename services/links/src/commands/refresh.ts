import { type CommandContext, execute, type CommandOutcome, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  type LinkEvent,
  type LinkId,
  type PayloadOf,
  type RefreshLink,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import { decideRefresh, RefreshCounts, type RefreshState, tooEarly } from "../domain/refresh.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { loadMissing } from "./load.ts";

type Nothing = Record<string, never>;
type Target = PayloadOf<typeof RefreshLink>;

/**
 * Requests a refetch of a link's page. The limit per user and minute is counted in this process only: it keeps one user from
 * filling the queue, and the fetcher's own limits protect the sites.
 * @throws {SatchelError} `not-found`; `limited` when it was requested a moment ago, or the user requests too many
 */
export function refreshLink(
  deps: LinkCommandsDeps,
): (target: Target, context: CommandContext) => Promise<CommandOutcome<Nothing>> {
  const counts = new RefreshCounts<UserId>();
  return async ({ userId, linkId }, context) => {
    if (!context.retry) {
      const waits = counts.take(userId, deps.now());
      if (waits > 0) {
        const { code, detail, retryAfter } = tooEarly(waits).error;
        throw new SatchelError(code, detail, { retryAfter });
      }
    }
    const load = () => loadState(deps, userId, linkId);
    return execute<RefreshState | undefined, LinkEvent, Nothing>({
      journal: deps.journal,
      progress: deps.progress,
      projection: "links",
      subject: aggregateSubject(userId, "links", linkId),
      context,
      load: async () => (await load()) ?? loadMissing(deps, userId, linkId, load),
      decide: (state) => decideRefresh(state, new Date(deps.now())),
      resultOf: () => ({}),
    });
  };
}

async function loadState(
  { db }: LinkCommandsDeps,
  userId: UserId,
  linkId: LinkId,
): Promise<Snapshot<RefreshState> | undefined> {
  const row = await db
    .selectFrom("links.links")
    .select(["url", "deleted_at", "refresh_requested_at", "enrichment_state", "enrichment_attempts", "revision"])
    .where("user_id", "=", userId)
    .where("id", "=", linkId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    revision: row.revision,
    state: {
      url: row.url,
      deletedAt: row.deleted_at,
      requestedAt: row.refresh_requested_at,
      isAwaited: row.enrichment_state === "pending" && row.enrichment_attempts === 0,
    },
  };
}
