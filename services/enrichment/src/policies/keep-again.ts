import type { HandlerResult, StoredEvent } from "@satchel/chassis";
import type { LinkId } from "@satchel/contracts";
import { requestedLink } from "../store/page-history.ts";
import { type DescribeDeps, makeAttempt } from "./attempt.ts";

/**
 * Fetches a link's page because its owner asked for another copy: in full, also where it is unchanged. It is described
 * again, too.
 */
export const keepAgain =
  (deps: DescribeDeps) =>
  async ({ type, at, id, sequence }: StoredEvent): Promise<HandlerResult> => {
    if (type !== "CopyRequested" || at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const { userId } = at;
    const linkId = at.aggregateId as LinkId;
    return deps.accounts.run(userId, async () => {
      const link = await requestedLink(deps.journal, { userId, linkId });
      if (link === undefined) return "done";
      return makeAttempt(deps, {
        id,
        userId,
        linkId,
        url: link.url,
        sequence: link.last.sequence,
        isBefore: (event) => sequence < event.sequence,
        isRefetch: false,
        isCopyRequested: true,
      });
    });
  };
