import { VERSION } from "@satchel/contracts";
import { Counter, Gauge, Histogram } from "prom-client";

// Every metric of the system; docs/operations/observability.md documents them, and a test compares the two. Labels have
// few values: routes, commands, stable codes. Never an id, an address or a URL.

// From 0.5 ms, the time of an append on a quiet machine, to 10 s, beyond every limit.
const SECONDS = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5, 5, 10];

/** Waits of people or other servers, from 1 ms; with many routes these are many series. */
const WAITED_SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

const buildInfo = new Gauge({
  name: "satchel_build_info",
  help: "1, with the version that runs",
  labelNames: ["version"],
});
buildInfo.set({ version: VERSION }, 1);

export const ready = new Gauge({
  name: "satchel_ready",
  help: "Whether a part of this process is well: 1, or 0",
  labelNames: ["part"],
});

export const httpRequests = new Histogram({
  name: "satchel_http_request_seconds",
  help: "Time to answer an HTTP request, by method, route pattern and status",
  labelNames: ["method", "route", "status"],
  buckets: WAITED_SECONDS,
});

export const eventStreams = new Gauge({ name: "satchel_event_streams", help: "Open streams of live events" });

export const mails = new Counter({
  name: "satchel_mails_total",
  help: "Mails by how they were answered: saved, or why not",
  labelNames: ["outcome"],
});

export const mailTimes = new Histogram({
  name: "satchel_mail_seconds",
  help: "Time from the end of a mail's text to its answer",
  buckets: WAITED_SECONDS,
});

export const sentMails = new Counter({
  name: "satchel_sent_mails_total",
  help: "Outgoing mails by outcome: sent, retried, failed",
  labelNames: ["outcome"],
});

export const appends = new Histogram({
  name: "satchel_journal_append_seconds",
  help: "Time to append an event to the journal",
  labelNames: ["outcome"],
  buckets: SECONDS,
});

export const commandTimes = new Histogram({
  name: "satchel_command_seconds",
  help: "Time a service takes to answer a command",
  labelNames: ["command", "outcome"],
  buckets: SECONDS,
});

export const commandWaits = new Histogram({
  name: "satchel_command_wait_seconds",
  help: "Time from sending a command to its answer, with waiting for a service and sending it again",
  labelNames: ["command", "outcome"],
  buckets: SECONDS,
});

export const commandResends = new Counter({
  name: "satchel_command_resends_total",
  help: "Commands sent once more because no answer came",
});

export const conflicts = new Counter({
  name: "satchel_command_conflicts_total",
  help: "Decisions taken again because somebody else had changed the same thing meanwhile",
  labelNames: ["projection"],
});

export const projected = new Counter({
  name: "satchel_projection_events_total",
  help: "Events applied to the read tables",
  labelNames: ["projection"],
});

export const applyTimes = new Histogram({
  name: "satchel_projection_apply_seconds",
  help: "Time to write one batch of events to the read tables",
  labelNames: ["projection"],
  buckets: SECONDS,
});

export const projectionDelays = new Histogram({
  name: "satchel_projection_delay_seconds",
  help: "Time from storing an event to the read tables showing it, of the first event of each batch",
  labelNames: ["projection"],
  buckets: WAITED_SECONDS,
});

export const projectionLag = new Gauge({
  name: "satchel_projection_lag_events",
  help: "Events of the journal that a projection has not passed yet, by partition that this process keeps",
  labelNames: ["projection", "partition"],
});

export const projectionLagSeconds = new Gauge({
  name: "satchel_projection_lag_seconds",
  help: "Age of the first event that a projection has not passed yet, by partition; 0: none",
  labelNames: ["projection", "partition"],
});

export const projectionStopped = new Gauge({
  name: "satchel_projection_stopped_partitions",
  help: "Partitions stopped at an event that can't be applied",
  labelNames: ["projection"],
});

export const queueItems = new Counter({
  name: "satchel_queue_items_total",
  help: "Items of a work queue by outcome: done, retried, deferred, dead",
  labelNames: ["queue", "outcome"],
});

export const redeliveries = new Counter({
  name: "satchel_queue_redeliveries_total",
  help: "Items of a work queue handed out once more",
  labelNames: ["queue"],
});

export const queueLength = new Gauge({
  name: "satchel_queue_length",
  help: "Items of a work queue over all replicas: waiting, or in hand or before their next try",
  labelNames: ["queue", "state"],
});

export const queueAge = new Gauge({
  name: "satchel_queue_oldest_seconds",
  help: "Age of the first item of a work queue that nobody has taken yet; 0: none",
  labelNames: ["queue"],
});

export const deadLetters = new Gauge({
  name: "satchel_dead_letters",
  help: "Items of a work queue that were given up and lie with the dead letters",
  labelNames: ["queue"],
});

export const pages = new Counter({
  name: "satchel_pages_total",
  help: "Pages by outcome: described, unchanged, failed (to be tried again), unreachable; and the reason",
  labelNames: ["outcome", "reason"],
});

export const pageTimes = new Histogram({
  name: "satchel_page_seconds",
  help: "Time to fetch and read a page with its pictures, or to learn that it can't be had",
  buckets: WAITED_SECONDS,
});

export const newestBackupTime = new Gauge({
  name: "satchel_backup_newest_timestamp_seconds",
  help: "When the newest backup of the schedule was taken; 0 where there is none or no schedule",
});

export const drillTime = new Gauge({
  name: "satchel_restore_drill_timestamp_seconds",
  help: "When the restore drill last succeeded; 0 where it never did or there is no schedule",
});

export const backupFailing = new Gauge({
  name: "satchel_backup_failing",
  help: "1 where the last attempt failed, or 0",
  labelNames: ["what"],
});
for (const what of ["backup", "drill"]) backupFailing.set({ what }, 0);

export const databaseConnections = new Gauge({
  name: "satchel_database_connections",
  help: "Connections to the database: used, idle, and work waiting for one",
  labelNames: ["pool", "state"],
});
