import {
  type Bus,
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  openUserRecords,
  type UserRecords,
} from "@satchel/chassis";
import {
  type EventOf,
  GONE_APART_SECONDS,
  isItem,
  type LinkId,
  type PageHealthChanged,
  PAGES_MISSED,
  URL_CHARS,
} from "@satchel/contracts";
import { randomUUID } from "node:crypto";
import { appendOfPage, requestedLink, findLast, type LinkRef, pageSubject } from "../store/page-history.ts";
import type { PageFetcher } from "../fetching/fetch-result.ts";
import { LOST_FETCH_MS, MISSED_SECONDS } from "../limits.ts";
import { movedTo } from "../domain/moved-to.ts";

/**
 * When a check first found the page of a link gone, in milliseconds since 1970, for the next check. Not in the journal,
 * because one miss is not a finding yet.
 */
export type MissedPages = UserRecords<LinkId, number>;

export const openMissedPages = (bus: Bus): Promise<MissedPages> =>
  openUserRecords<LinkId, number>(bus, PAGES_MISSED, { seconds: MISSED_SECONDS });

export interface CheckDeps {
  readonly journal: Journal;
  readonly fetcher: PageFetcher;
  readonly missed: MissedPages;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type Finding = Omit<EventOf<typeof PageHealthChanged>["data"], "url">;

/**
 * Checks whether a link still leads to its page, and records a changed finding. A page is gone when its server or the
 * DNS says so twice, a day or more apart; temporary failures and refusals of robots say nothing.
 */
export const checkLink =
  (deps: CheckDeps) =>
  async ({ userId, linkId }: LinkRef): Promise<HandlerResult> => {
    const { journal, missed, now } = deps;
    const link = { userId, linkId };
    const state = await requestedLink(journal, link);
    if (state === undefined || isItem(state.url)) return "done";
    const found = await look(deps.fetcher, state.url);
    if (found === undefined) return "done";
    if ("deferFor" in found) return found;
    if (found.health === "gone") {
      const since = await missed.get(userId, linkId);
      if (since === undefined) await missed.put(userId, linkId, now());
      const waits = (since ?? now()) + GONE_APART_SECONDS * 1000 - now();
      if (waits > 0) return { retryIn: waits };
    }
    if (await isErased(journal, userId)) return "done";
    const recorded = await record(deps, link, state.url, found);
    if (!recorded) return { deferFor: LOST_FETCH_MS };
    if ((await missed.get(userId, linkId)) !== undefined) await missed.remove(userId, linkId);
    return "done";
  };

/** Events with a finding; a description counts as one, because the page existed. */
const FINDINGS = new Set(["PageHealthChanged", "PageDescribed", "PageFoundUnchanged"]);

/** Records a finding, unless it is known. @returns false where another event about the page came meanwhile */
async function record({ journal }: CheckDeps, link: LinkRef, url: string, found: Finding): Promise<boolean> {
  const subject = pageSubject(link);
  const newest = await journal.last(subject);
  const last = newest && (await findLast(journal, subject, ({ type }) => FINDINGS.has(type), newest.sequence));
  const known = last?.type === "PageHealthChanged" ? (last.data as Finding) : last && { health: "fine" as const };
  if (known?.health === found.health && known.newUrl === found.newUrl) return true;
  try {
    const event = { id: randomUUID(), type: "PageHealthChanged", data: { url, ...found } };
    await appendOfPage(journal, link, event, newest?.sequence ?? 0);
    return true;
  } catch (error) {
    if (error instanceof JournalConflict) return false;
    throw error;
  }
}

const ACCEPT = ["text/html", "application/xhtml+xml", "*/*;q=0.8"];

/**
 * Requests only the header. Servers often answer HEAD wrongly, so after a failure a GET is sent, whose content is not read.
 * @returns undefined when the answer is inconclusive
 */
async function look(fetcher: PageFetcher, url: string): Promise<Finding | { deferFor: number } | undefined> {
  const options = { accept: ACCEPT, maxBytes: 1, readBody: false };
  let fetched = await fetcher.fetchPage(url, { ...options, method: "HEAD" });
  if (
    !fetched.ok &&
    fetched.reason !== "host-busy" &&
    fetched.reason !== "aborted" &&
    fetched.reason !== "dns-failure"
  ) {
    fetched = await fetcher.fetchPage(url, options);
  }
  if (fetched.ok) {
    const newUrl = movedTo(url, fetched.redirects, fetched.finalUrl);
    return newUrl === undefined || newUrl.length > URL_CHARS ? { health: "fine" } : { health: "moved", newUrl };
  }
  const { reason } = fetched;
  if (reason === "host-busy") return { deferFor: fetched.retryAfterMs ?? LOST_FETCH_MS };
  if (reason === "aborted") return { deferFor: LOST_FETCH_MS };
  if (reason === "unsupported-content") return { health: "fine" };
  if (reason === "dns-failure") return { health: "gone", reason };
  if (reason === "http-status" && (fetched.status === 404 || fetched.status === 410)) {
    return { health: "gone", reason, httpStatus: fetched.status };
  }
  return undefined;
}
