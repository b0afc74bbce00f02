export * from "./addresses.ts";
export * from "./bus/bucket.ts";
export * from "./bus/connect.ts";
export * from "./bus/erase-subjects.ts";
export { messageFrom, timeFrom } from "./bus/messages.ts";
export * from "./bus/retry-open.ts";
export * from "./bus/overwrite.ts";
export * from "./bus/records.ts";
export * from "./bus/streams.ts";
export * from "./compare-and-set.ts";
export * from "./concurrency-limit.ts";
export * from "./configuration.ts";
export * from "./settings/archive.ts";
export * from "./settings/checks.ts";
export * from "./settings/fetching.ts";
export * from "./settings/mail.ts";
export * from "./settings/service.ts";
export * from "./settings/setting.ts";
export * from "./settings/site.ts";
export * from "./correlation.ts";
export * from "./ended-sessions.ts";
export * from "./erasures.ts";
export * from "./faults.ts";
export * from "./html.ts";
export * from "./imports/files.ts";
export * from "./imports/jobs.ts";
export * from "./imports/progress.ts";
export * from "./page-jobs/jobs.ts";
export * from "./journal/envelope.ts";
export { isErased } from "./journal/erase.ts";
export * from "./journal/journal.ts";
export { firstOf } from "./journal/read-back.ts";
export * from "./journal/stream.ts";
export * from "./logging.ts";
export * from "./network.ts";
export * from "./operations/metrics.ts";
export * from "./outbox.ts";
export * from "./ports.ts";
export * from "./reachable.ts";
export * from "./commands/client.ts";
export * from "./commands/execute.ts";
export * from "./commands/serve.ts";
export * from "./database.ts";
export * from "./lifecycle.ts";
export * from "./operations/server.ts";
export * from "./projection/changes.ts";
export { createCheckpoints } from "./projection/checkpoints.ts";
export * from "./projection/progress.ts";
export * from "./projection/projection.ts";
export * from "./projection/rebuild.ts";
export * from "./projection/runner.ts";
export { finishSchema, recreateSchema, renameSchema } from "./projection/schema.ts";
export * from "./projection/scrub.ts";
export { firstUnseen } from "./projection/start.ts";
export * from "./projection/table.ts";
export { statementOf } from "./projection/write.ts";
export * from "./rate-limits/rate-limiter.ts";
export type { RateLimit } from "./rate-limits/tally.ts";
export type { QueueWorker } from "./queue/consume.ts";
export * from "./queue/events.ts";
export type { HandlerResult } from "./queue/handler-result.ts";
export * from "./foundation.ts";
export * from "./stop-in-order.ts";
export * from "./pause.ts";
export * from "./periodic.ts";
export {
  openSpan,
  type Span,
  startTracing,
  stopTracing,
  withSpan,
  tracingEnvironment,
} from "./tracing/tracing.ts";
export * from "./pictures.ts";
export * from "./workers/worker-pool.ts";
