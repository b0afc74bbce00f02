import { setTimeout as delay } from "node:timers/promises";
import { FetchFault, statusFault } from "./fetch-failure.ts";
import type { FetchedPage } from "./fetch-result.ts";
import type { SharedAnswers } from "./shared-answers.ts";

/** Milliseconds between two looks for an answer that somebody else is fetching. */
const LOOK_MS = 100;

/** How far the time of a shared answer differs from the first fetch's: two fetches never take the same. */
const SPREAD = 0.2;

/**
 * Takes the answer that somebody has or is fetching, or else fetches it and lets the others have it. Call it in the place
 * of a fetch, with the place at the host in hand, and it looks like one from outside: it takes its turn, and takes as
 * long (decision 23).
 * @param request everything the answer depends on
 */
export async function visitShared(
  shared: SharedAnswers,
  request: string,
  { fetchIt, isFollowUp, signal }: { fetchIt: () => Promise<FetchedPage>; isFollowUp: boolean; signal: AbortSignal },
): Promise<FetchedPage> {
  const began = performance.now();
  for (;;) {
    // Without the store each fetches for itself.
    const found = await shared.find(request).catch(() => undefined);
    if (found === undefined) return fetchIt();
    if (found.kind === "found") {
      const { answer } = found;
      const ms = answer.ms * (1 + SPREAD * (Math.random() - 0.5));
      await delay(Math.max(0, began + ms - performance.now()), undefined, { signal });
      if (!answer.ok) throw statusFault(answer.status);
      return answer;
    }
    if (found.kind === "yours") return fetchFor(found, fetchIt, isFollowUp);
    await delay(LOOK_MS, undefined, { signal });
  }
}

type Yours = Extract<Awaited<ReturnType<SharedAnswers["find"]>>, { kind: "yours" }>;

/** Whatever becomes of sharing it, the answer is the caller's, who does not wait; what could not be said expires. */
async function fetchFor(
  { keep, abandon }: Yours,
  fetchIt: () => Promise<FetchedPage>,
  isFollowUp: boolean,
): Promise<FetchedPage> {
  const began = performance.now();
  const unheard = (): void => {};
  try {
    const page = await fetchIt();
    (page.isPrivate ? abandon() : keep(page)).catch(unheard);
    return page;
  } catch (error) {
    const ms = Math.round(performance.now() - began);
    const status = isFollowUp && error instanceof FetchFault ? error.status : 0;
    (MISSING.has(status) ? keep({ ok: false, status, ms }) : abandon()).catch(unheard);
    throw error;
  }
}

/** That a site has no icon is worth knowing for an hour; whoever saved a link wants to know of it now. */
const MISSING: ReadonlySet<number> = new Set([404, 410]);
