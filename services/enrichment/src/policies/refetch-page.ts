import type { HandlerResult, PageJob, StoredEvent } from "@satchel/chassis";
import type { LinkId } from "@satchel/contracts";
import { v5 } from "uuid";
import { makeAttempt, type DescribeDeps } from "./attempt.ts";
import { requestedLink } from "../store/page-history.ts";

/**
 * Fetches and describes a page again for the operator (`npm run enrich:again`). It also answers an open request of the
 * owner. A deleted link is skipped.
 */
export const refetchPage =
  (deps: DescribeDeps) =>
  ({ userId, linkId, requestedAt }: Pick<PageJob, "userId" | "linkId" | "requestedAt">): Promise<HandlerResult> =>
    deps.accounts.run(userId, async () => {
      const link = await requestedLink(deps.journal, { userId, linkId });
      if (link === undefined) return "done";
      return makeAttempt(deps, {
        id: v5(requestedAt.toISOString(), linkId),
        userId,
        linkId,
        url: link.url,
        sequence: link.last.sequence,
        isBefore: ({ time }) => time >= requestedAt,
        isRefetch: true,
      });
    });

/** Retries a dead letter for the operator: refetches the page of its link. */
export const refetchGivenUp =
  (deps: DescribeDeps) =>
  async ({ at }: StoredEvent, requestedAt: Date): Promise<HandlerResult> => {
    if (at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const { userId } = at;
    return refetchPage(deps)({ userId, linkId: at.aggregateId as LinkId, requestedAt });
  };
