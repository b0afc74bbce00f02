import { collectDefaultMetrics, register } from "prom-client";
import { within } from "../pause.ts";

/** Sets gauges right before they are read. */
type Update = () => Promise<void> | void;

const updates = new Set<Update>();

/** Milliseconds that a scrape waits for all gauges: slower ones keep their former values. */
const UPDATE_MS = 1000;

/**
 * Registers an update of gauges for every scrape, so that bus and database get no requests otherwise. Before it fails, an
 * update has to remove its gauges: they would show outdated numbers.
 * @returns a function that removes it
 */
export function onScrape(update: Update): () => void {
  updates.add(update);
  return () => void updates.delete(update);
}

let isCollecting = false;

/** All metrics of this process in Prometheus' text format. */
export async function renderMetrics(): Promise<{ type: string; body: string }> {
  if (!isCollecting) {
    collectDefaultMetrics();
    isCollecting = true;
  }
  await within(Promise.allSettled([...updates].map(async (update) => update())), UPDATE_MS);
  return { type: register.contentType, body: await register.metrics() };
}
