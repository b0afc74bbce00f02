import { collectDefaultMetrics, register } from "prom-client";

/** What sets gauges right before they are read. */
type Look = () => Promise<void> | void;

const looks = new Set<Look>();

/** Milliseconds that a scrape waits for all looks: those that take longer leave their gauges as they were. */
const LOOK_MS = 1000;

/**
 * Has something looked at whenever metrics are asked for: what costs a question to bus or database is not asked while
 * nobody wants to know. A look that fails must leave no number behind that is not true any more.
 * @returns ends it
 */
export function onScrape(look: Look): () => void {
  looks.add(look);
  return () => void looks.delete(look);
}

let collecting = false;

/** All metrics of this process in Prometheus' text format. */
export async function renderMetrics(): Promise<{ type: string; body: string }> {
  if (!collecting) {
    collectDefaultMetrics();
    collecting = true;
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOOK_MS);
  });
  await Promise.race([Promise.allSettled([...looks].map(async (look) => look())), late]);
  clearTimeout(timer);
  return { type: register.contentType, body: await register.metrics() };
}
