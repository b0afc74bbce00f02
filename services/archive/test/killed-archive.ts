import { openPageJobs, recreateSchema } from "@satchel/chassis";
import { JOB_BACKOFF_MS, JOB_SILENT_MS, PAGE_JOBS_AT_ONCE } from "../src/limits.ts";
import { keepPage } from "../src/policies/keep-page.ts";
import { archiveProjection } from "../src/projection/projection.ts";
import { bus, logger, parts, pool } from "./killed-parts.ts";

// Makes copies as the service does, and waits at one moment until it is killed.
await recreateSchema(pool, archiveProjection, "archive");
(await openPageJobs(bus)).work({
  kind: "keep",
  also: ["copy"],
  logger,
  concurrency: PAGE_JOBS_AT_ONCE,
  silentMs: JOB_SILENT_MS,
  backoffMs: JOB_BACKOFF_MS,
  handle: keepPage({ ...parts, pool, logger, usualMegabytes: 1024 ** 3 }),
});
console.log("started");
