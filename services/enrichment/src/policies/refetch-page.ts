import type { Handling, PageJob, StoredEvent } from "@satchel/chassis";
import type { LinkId } from "@satchel/contracts";
import { v5 } from "uuid";
import { answer, type DescribeDeps } from "./answer.ts";
import { askedLast } from "../store/page-history.ts";

/**
 * Fetches and describes a page again because the operator wants it (`npm run enrich:again`). The owner's own wish, should there be one
 * that was not answered yet, is answered with it. A link that is not there any more is left alone.
 */
export const refetchPage =
  (deps: DescribeDeps) =>
  ({ userId, linkId, askedAt }: Pick<PageJob, "userId" | "linkId" | "askedAt">): Promise<Handling> =>
    deps.accounts.run(userId, async () => {
      const link = await askedLast(deps.journal, { userId, linkId });
      if (link === undefined) return "done";
      return answer(deps, {
        id: v5(askedAt.toISOString(), linkId),
        userId,
        linkId,
        url: link.url,
        sequence: link.last.sequence,
        isBefore: ({ time }) => time >= askedAt,
        isRefetch: true,
      });
    });

/** Refetches the page of a link whose attempts had all failed in a way that nobody foresaw, because the operator wants it. */
export const refetchGivenUp =
  (deps: DescribeDeps) =>
  async ({ at }: StoredEvent, askedAt: Date): Promise<Handling> => {
    if (at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const { userId } = at;
    return refetchPage(deps)({ userId, linkId: at.aggregateId as LinkId, askedAt });
  };
