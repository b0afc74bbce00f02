import i18next from "i18next";
import type { AppThunk } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { type Problem, isAway } from "../../kit/transport/call.ts";
import { request } from "../../kit/transport/transport.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { shortened, siteOf } from "../../links/linkText.ts";
import { endWaiting, firstWaiting } from "../../links/waiting.ts";

/** Whether a failure is not about the change: no answer, an expired session, or a rate limit. */
const isRetryable = ({ status }: Problem): boolean => isAway(status) || [401, 403, 408, 429, 503].includes(status);

let isSending = false;

/**
 * Sends the unsent changes in their order, and stops at the first one that can't be sent now. A refused change is shown, and
 * the others continue; the caller has to refetch the links.
 */
export const sendWaiting =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { transport }) => {
    if (isSending) return;
    isSending = true;
    try {
      for (let entry = firstWaiting(); entry !== undefined; entry = firstWaiting()) {
        if (selectStatus(getState()) !== "verified") return;
        const { call, link, deed } = entry;
        const { problem } = await request(transport, call);
        if (problem !== undefined && isRetryable(problem)) return;
        dispatch(endWaiting(entry));
        // A link that was deleted already counts as success.
        if (problem === undefined || (deed === "deleted" && problem.status === 404)) continue;
        const t = i18next.getFixedT(null, "offline");
        dispatch(errorShown(t("refused", { title: shortened(link.title ?? siteOf(link.url)) })));
      }
    } finally {
      isSending = false;
    }
  };
