import {
  createAccountQueue,
  handler,
  type Logger,
  openCopies,
  openCopyTexts,
  openDocuments,
  openFoundation,
  openPageJobs,
  queriesOver,
  type RunningService,
  serveCommands,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import {
  ChangeHighlight,
  ChangeKeeping,
  ChangeKept,
  ChangeLinkKeeping,
  ChangeQuota,
  ChangeText,
  CheckRoom,
  contextSubjects,
  DeleteCopy,
  DeleteHighlight,
  KeepAgain,
  KeepUploaded,
  leftOutTexts,
  MakeHighlight,
  MeasureCopies,
  MoveReading,
  RestoreCopy,
  RestoreHighlight,
  rootSubjects,
  SatchelError,
} from "@satchel/contracts";
import { changeKept } from "./commands/change-many.ts";
import { changeText } from "./commands/change-text.ts";
import { copyCommands } from "./commands/copies.ts";
import { highlightCommands } from "./commands/highlights.ts";
import type { ArchiveConfig } from "./config.ts";
import {
  ERASURES_AT_ONCE,
  JOB_BACKOFF_MS,
  JOB_ATTEMPTS,
  JOB_SILENT_MS,
  PAGE_JOBS_AT_ONCE,
  PDF_JOBS_AT_ONCE,
  PURGE_BACKOFF_MS,
  PURGE_EVERY_MS,
  PURGES_AT_ONCE,
  SWEEP_EVERY_MS,
  WAITING_EVERY_MS,
} from "./limits.ts";
import { createCopyMaker } from "./making/copy-maker.ts";
import { isPdf, keepPage } from "./policies/keep-page.ts";
import { purgeDeletedCopies, removeCopiesOfAccount, removeCopiesOfLink } from "./policies/remove-copies.ts";
import { purgeDeletedHighlights } from "./policies/purge-highlights.ts";
import { roomForCopies } from "./policies/room-for-copies.ts";
import { sweepCopies } from "./policies/sweep-copies.ts";
import { archiveProjection } from "./projection/projection.ts";
import type { ArchiveTables } from "./projection/tables.ts";
import { copyUses } from "./queries/index.ts";

/**
 * Starts the archive service: its tables, its commands, the queue that makes copies, and the removal of copies. It asks
 * no other server than its stores.
 * @param now milliseconds since 1970, for how long a deletion can be undone
 */
export async function startArchive(
  config: ArchiveConfig,
  logger: Logger,
  now: () => number = Date.now,
): Promise<RunningService> {
  const name = "archive";
  const base = await openFoundation(config, archiveProjection, logger);
  const { bus, journal, progress, pool } = base;
  const db = queriesOver<ArchiveTables>(pool);
  const [documents, copies, texts, jobs] = await Promise.all([
    openDocuments(bus),
    openCopies(bus, config),
    openCopyTexts(bus),
    openPageJobs(bus),
  ]);
  const commands = copyCommands({ journal, progress, db, now });
  const highlights = highlightCommands({ journal, progress, db, now });
  const usualMegabytes = config.COPIES_MB_PER_ACCOUNT;
  const room = roomForCopies({ db, documents, usualMegabytes });
  const maker = createCopyMaker();
  const server = await serveCommands(
    bus,
    name,
    [
      handler(KeepAgain, commands.keepAgain),
      handler(KeepUploaded, async (payload, context) => {
        if (!context.retry && (await room.isFull(payload.userId))) {
          throw new SatchelError("full", leftOutTexts["no-room"]);
        }
        return commands.keepUploaded(payload, context);
      }),
      handler(ChangeText, changeText({ journal, progress, db, documents, copies, texts, maker, usualMegabytes })),
      handler(DeleteCopy, commands.delete),
      handler(RestoreCopy, commands.restore),
      handler(ChangeLinkKeeping, commands.changeLinkKeeping),
      handler(ChangeKept, changeKept({ journal, progress, db, now })),
      handler(ChangeKeeping, commands.changeKeeping),
      handler(MoveReading, commands.moveReading),
      handler(CheckRoom, async ({ userId }) => ({ result: { isFull: await room.isFull(userId) } })),
      handler(ChangeQuota, commands.changeQuota),
      handler(MeasureCopies, async ({ userIds }) => ({
        result: { usualMegabytes, uses: await copyUses(db, userIds) },
      })),
      handler(MakeHighlight, highlights.make),
      handler(ChangeHighlight, highlights.change),
      handler(DeleteHighlight, highlights.delete),
      handler(RestoreHighlight, highlights.restore),
    ],
    logger,
  );
  const stopping = new AbortController();
  const pages = createAccountQueue(PAGE_JOBS_AT_ONCE, stopping.signal);
  const pdfs = createAccountQueue(PDF_JOBS_AT_ONCE, stopping.signal);
  const keep = keepPage({ journal, pool, db, documents, copies, texts, maker, logger, usualMegabytes });
  const keeping = jobs.work({
    // Earlier versions of the program submitted jobs of the first two kinds, and named the consumer after the first.
    kind: "keep",
    also: ["keep-uploaded", "copy"],
    logger,
    concurrency: pages.capacity + pdfs.capacity,
    silentMs: JOB_SILENT_MS,
    backoffMs: JOB_BACKOFF_MS,
    attempts: JOB_ATTEMPTS,
    handle: (job) => (isPdf(job) ? pdfs : pages).run(job.userId, () => keep(job)),
  });
  const removal = { journal, db, documents, copies, texts, now };
  const queue = { journal, logger, silentMs: JOB_SILENT_MS, backoffMs: PURGE_BACKOFF_MS };
  const purges = await workQueue({
    ...queue,
    name: "archive-purge",
    subjects: contextSubjects("links"),
    concurrency: PURGES_AT_ONCE,
    handle: removeCopiesOfLink(removal),
  });
  const erasures = await workQueue({
    ...queue,
    name: "archive-erase",
    subjects: rootSubjects("identity"),
    concurrency: ERASURES_AT_ONCE,
    handle: removeCopiesOfAccount(removal),
  });
  base.periodically("purge of deleted copies", PURGE_EVERY_MS, (signal) => purgeDeletedCopies(removal, signal));
  base.periodically("purge of deleted highlights", PURGE_EVERY_MS, (signal) => purgeDeletedHighlights(removal, signal));
  base.periodically("look at documents that wait", WAITING_EVERY_MS, () => room.look());
  base.periodically("sweep of copies", SWEEP_EVERY_MS, () =>
    sweepCopies({ journal, pool, copies, documents, texts, logger, now }),
  );
  return {
    checks: () => ({
      ...base.checks(),
      "archive copies": keeping.check(),
      "archive purges": purges.check(),
      "archive erasures": erasures.check(),
    }),
    stop: () => {
      stopping.abort();
      return stopInOrder(
        [server, keeping, purges, erasures].map((part) => () => part.stop()),
        () => maker.close(),
        () => base.close(),
      );
    },
  };
}
