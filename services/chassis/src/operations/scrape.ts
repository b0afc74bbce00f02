import { collectDefaultMetrics, register } from "prom-client";

/** Sets gauges right before they are read. */
type Look = () => Promise<void> | void;

const looks = new Set<Look>();

/** Milliseconds that a scrape waits for all gauges: slower ones keep their former values. */
const LOOK_MS = 1000;

/**
 * Registers work for every scrape, so that bus and database are asked only then. A failing one must not leave an
 * outdated number.
 * @returns removes it
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
