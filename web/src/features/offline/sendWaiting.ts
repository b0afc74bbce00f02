import i18next from "i18next";
import type { AppThunk } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { type Problem, isAway, request } from "../../kit/transport/call.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { shortened, siteOf } from "../../links/linkText.ts";
import { endWaiting, firstWaiting } from "../../links/waiting.ts";

/** Answers that say nothing of the change: nobody was there, the session has to be renewed, or it was too much at once. */
const isForLater = ({ status }: Problem): boolean => isAway(status) || [401, 403, 408, 429, 503].includes(status);

let isSending = false;

/**
 * Sends the changes that wait, one after the other in their order. Stops at the first that can't be sent now. One that
 * the server refuses is said, and the rest go on; the links as they really are have to be read after it.
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
        if (problem !== undefined && isForLater(problem)) return;
        dispatch(endWaiting(entry));
        // One that is deleted already is as it should be.
        if (problem === undefined || (deed === "deleted" && problem.status === 404)) continue;
        const t = i18next.getFixedT(null, "offline");
        dispatch(errorShown(t("refused", { title: shortened(link.title ?? siteOf(link.url)) })));
      }
    } finally {
      isSending = false;
    }
  };
