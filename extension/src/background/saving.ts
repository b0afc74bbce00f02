import { sendPage } from "../api/send.ts";
import type { Outcome } from "../core/outcome.ts";
import { enqueued, isFull, type PageToSave, waitingFor, withoutSent, withRefusal } from "../core/queue.ts";
import { faultOf } from "../core/saveable.ts";
import { connected } from "./connection.ts";
import { outcomesStore, queueStore } from "./stores.ts";

/** Outcomes that are stored: more than the tabs that a person returns to. */
const OUTCOMES = 600;

/** Seconds until the queue is sent again, without a Retry-After. */
const RETRY_SECONDS = 20;

let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves pages: puts them into the queue, which survives the worker and the browser, and sends it. What can't be sent at once
 * waits for the account that is connected now.
 * @returns the outcome of each
 */
export async function savePages(pages: readonly PageToSave[]): Promise<Outcome[]> {
  const refused = new Map<string, Outcome>();
  const { account } = await connected();
  await queueStore.change((queue) =>
    pages.reduce((next, page) => {
      const fault = faultOf(page.url);
      if (fault !== undefined) refused.set(page.url, { kind: "unsaveable", fault });
      else if (isFull(next, page, account)) refused.set(page.url, { kind: "full" });
      else return enqueued(next, page, Date.now(), account);
      return next;
    }, queue),
  );
  await sendQueue();
  const outcomes = await outcomesStore.read();
  return pages.map(({ url }) => refused.get(url) ?? outcomes[url] ?? { kind: "waiting", for: "server" });
}

/** Sends what waits for the connected account, one page after another, until the server is unavailable. The lock admits one sender. */
export async function sendQueue(): Promise<void> {
  clearTimeout(retry);
  await navigator.locks.request("sending", async () => {
    for (;;) {
      // Each time, because another account may be connected meanwhile.
      const { archive, account } = await connected();
      const waiting = waitingFor(await queueStore.read(), account);
      const [entry] = waiting;
      if (entry === undefined) return;
      const { outcome, afterSeconds = RETRY_SECONDS } =
        archive === undefined
          ? { outcome: { kind: "waiting", for: "connection" } as const }
          : await sendPage(archive, entry);
      if (outcome.kind === "waiting") {
        await remember(waiting.map(({ url }) => [url, outcome]));
        // Lost when the worker ends; its next start sends the queue, too.
        if (outcome.for === "server") retry = setTimeout(() => void sendQueue(), afterSeconds * 1000);
        return;
      }
      await remember([[entry.url, outcome]]);
      await queueStore.change((now) =>
        outcome.kind === "refused" ? withRefusal(now, entry, outcome.reason) : withoutSent(now, entry),
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
