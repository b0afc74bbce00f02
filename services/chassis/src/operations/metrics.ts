import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from "prom-client";

// From 0.5 ms, where an append on a quiet machine lies, to 10 s, where every limit of ours has struck.
const SECONDS = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5, 5, 10];

/** Time to append an event, by outcome: stored, duplicate, conflict, failed. */
export const appends = new Histogram({
  name: "satchel_journal_append_seconds",
  help: "Time to append an event to the journal",
  labelNames: ["outcome"],
  buckets: SECONDS,
});

/** Time a service takes to answer a command, by command and outcome ("ok" or the error's code). */
export const commandTimes = new Histogram({
  name: "satchel_command_seconds",
  help: "Time a service takes to answer a command",
  labelNames: ["command", "outcome"],
  buckets: SECONDS,
});

/** Events applied by a projection. */
export const projected = new Counter({
  name: "satchel_projection_events_total",
  help: "Events applied to the read tables",
  labelNames: ["projection"],
});

/** Events that the journal holds beyond what a projection has applied. */
export const projectionLag = new Gauge({
  name: "satchel_projection_lag_events",
  help: "Events of the journal that a projection has not applied yet",
  labelNames: ["projection"],
});

/** Partitions that stopped at an event that could not be applied. */
export const projectionStopped = new Gauge({
  name: "satchel_projection_stopped_partitions",
  help: "Partitions stopped at an event that can't be applied",
  labelNames: ["projection"],
});

/** Work items of a durable queue by outcome: done, retried, dead. */
export const queueItems = new Counter({
  name: "satchel_queue_items_total",
  help: "Items of a work queue by outcome",
  labelNames: ["queue", "outcome"],
});

let collecting = false;

/** All metrics of this process in Prometheus' text format. */
export async function renderMetrics(): Promise<{ type: string; body: string }> {
  if (!collecting) {
    collectDefaultMetrics();
    collecting = true;
  }
  return { type: register.contentType, body: await register.metrics() };
}
