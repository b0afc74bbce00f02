import { sendPage } from "../api/send.ts";
import type { Outcome } from "../core/outcome.ts";
import { enqueued, isFull, nextOf, type PageToSave, withoutSent, withRefusal } from "../core/queue.ts";
import { faultOf } from "../core/saveable.ts";
import { connectedArchive } from "./connection.ts";
import { outcomesStore, queueStore } from "./stores.ts";

/** Outcomes that are stored: more than the tabs that a person returns to. */
const OUTCOMES = 600;

/** Seconds until the queue is sent again, without a Retry-After. */
const RETRY_SECONDS = 20;

let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves pages: puts them into the queue, which survives the worker and the browser, and sends it.
 * @returns the outcome of each
 */
export async function savePages(pages: readonly PageToSave[]): Promise<Outcome[]> {
  const refused = new Map<string, Outcome>();
  await queueStore.change((queue) =>
    pages.reduce((next, page) => {
      const fault = faultOf(page.url);
      if (fault !== undefined) refused.set(page.url, { kind: "unsaveable", fault });
      else if (isFull(next, page)) refused.set(page.url, { kind: "full" });
      else return enqueued(next, page, Date.now());
      return next;
    }, queue),
  );
  await sendQueue();
  const outcomes = await outcomesStore.read();
  return pages.map(({ url }) => refused.get(url) ?? outcomes[url] ?? { kind: "waiting", for: "server" });
}

/** Sends the queue, one page after another, until it is empty or the server is unavailable. The lock admits one sender. */
export async function sendQueue(): Promise<void> {
  clearTimeout(retry);
  await navigator.locks.request("sending", async () => {
    const archive = await connectedArchive();
    for (;;) {
      const queue = await queueStore.read();
      const entry = nextOf(queue);
      if (entry === undefined) return;
      const { outcome, afterSeconds = RETRY_SECONDS } =
        archive === undefined
          ? { outcome: { kind: "waiting", for: "connection" } as const }
          : await sendPage(archive, entry);
      if (outcome.kind === "waiting") {
        await remember(queue.filter(({ refused }) => refused === undefined).map(({ url }) => [url, outcome]));
        // Lost when the worker ends; its next start sends the queue, too.
        if (outcome.for === "server") retry = setTimeout(() => void sendQueue(), afterSeconds * 1000);
        return;
      }
      await remember([[entry.url, outcome]]);
      await queueStore.change((now) =>
        outcome.kind === "refused" ? withRefusal(now, entry.url, outcome.reason) : withoutSent(now, entry),
      );
    }
  });
}

async function remember(news: readonly (readonly [url: string, outcome: Outcome])[]): Promise<void> {
  const urls = new Set(news.map(([url]) => url));
  await outcomesStore.change((before) => {
    const others = Object.entries(before).filter(([url]) => !urls.has(url));
    return Object.fromEntries([...others, ...news].slice(-OUTCOMES));
  });
}
