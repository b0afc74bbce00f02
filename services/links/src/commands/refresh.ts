import type { CommandContext, CommandOutcome } from "@satchel/chassis";
import { type NoResult, type PayloadOf, type RefreshLink, SatchelError, type UserId } from "@satchel/contracts";
import { decideRefresh, RefreshCounts, type RefreshState, tooEarly } from "../domain/refresh.ts";
import { executeOnLink } from "./execute-on-link.ts";
import type { LinkCommandsDeps } from "./links.ts";
import { type LoadedRow, loadOne } from "./load.ts";

/**
 * Requests a refetch of a link's page. The limit per user and minute is counted in this process only: it prevents one user
 * from filling the queue, and the limits of the fetcher protect the sites.
 * @throws {SatchelError} `not-found`; `limited` when the last request is too recent, or the user has too many
 */
export function refreshLink(
  deps: LinkCommandsDeps,
): (payload: PayloadOf<typeof RefreshLink>, context: CommandContext) => Promise<CommandOutcome<NoResult>> {
  const counts = new RefreshCounts<UserId>();
  return async ({ userId, linkId }, context) => {
    if (!context.retry) {
      const waitMs = counts.take(userId, deps.now());
      if (waitMs > 0) {
        const { code, detail, retryAfter } = tooEarly(waitMs).error;
        throw new SatchelError(code, detail, { retryAfter });
      }
    }
    return executeOnLink<RefreshState | undefined, NoResult>(
      deps,
      { userId, linkId },
      {
        context,
        load: () => loadOne(deps, userId, linkId, refreshStateOf),
        decide: (state) => decideRefresh(state, new Date(deps.now())),
        resultOf: () => ({}),
      },
    );
  };
}

const refreshStateOf = (row: LoadedRow): RefreshState => ({
  url: row.url,
  deletedAt: row.deleted_at,
  requestedAt: row.refresh_requested_at,
  isPending: row.enrichment_state === "pending" && row.enrichment_attempts === 0,
});
