import {
  type Bus,
  type CommandClient,
  type ImportFiles,
  type ImportJob,
  isErased,
  isTransient,
  type Logger,
  type PageJobs,
} from "@satchel/chassis";
import {
  aggregateSubject,
  importTexts,
  isSatchelError,
  liveSubject,
  partitionOf,
  READ_YOUR_WRITES_MS,
  type LinkId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { LinkQuota, remainingLinks } from "../commands/link-quota.ts";
import type { LinkCommandsDeps } from "../commands/links.ts";
import { FolderMaker } from "./folder-maker.ts";
import { type BookmarkFormat, type Entry, readEntries, UnreadableFile } from "./formats/index.ts";
import { importHistory } from "./history/import-history.ts";
import { candidateOf, importLinks, type ImportRun, type NumberedEntry } from "./import-links.ts";
import { placeOf } from "./imported-link.ts";
import { type ImportStates, type ImportState, Ledger, newImport } from "./ledger.ts";
import { ATTEMPTS, BATCH, ANNOUNCE_MS, PIECE_BYTES } from "./limits.ts";

export interface ImportDeps extends LinkCommandsDeps {
  readonly bus: Bus;
  readonly client: CommandClient;
  readonly files: ImportFiles;
  readonly kept: ImportStates;
  readonly jobs: Pick<PageJobs, "submit">;
  readonly logger: Logger;
}

const importSubject = ({ userId, importId }: ImportJob): string =>
  aggregateSubject(userId, "links", `import-${importId}`);

/**
 * Records the start of an import in the journal and in its progress. Done by the command that requested it, or by the worker
 * if the command's process died.
 */
export async function beginImport({ journal, kept }: ImportDeps, job: ImportJob): Promise<ImportState> {
  const { importId, name, bytes, format } = job;
  const subject = importSubject(job);
  if ((await journal.last(subject)) === undefined) {
    const event = { id: v5("started", importId), type: "ImportStarted", data: { importId, name, bytes, format } };
    await journal.append({ subject, event, expected: 0 });
  }
  const found = await kept.get(job);
  if (found !== undefined) return found;
  const entry = newImport(job);
  await kept.put(job, entry);
  return entry;
}

/** Whether an error means that the bus, the database, or another service is unavailable. */
const isUnavailable = (error: unknown): boolean =>
  isTransient(error) || (isSatchelError(error) && error.code === "unavailable");

/**
 * Runs one import. Its progress is stored after each batch, so that another worker can continue; links that two workers save
 * are stored once, because both derive the same event ids.
 * @returns whether it is done; false when `signal` stopped it
 */
export const importRunner =
  (deps: ImportDeps) =>
  async (job: ImportJob, attempt: number, signal: AbortSignal): Promise<boolean> => {
    const { files, kept, logger } = deps;
    if (await isErased(deps.journal, job.userId)) {
      await files.remove(job);
      return true;
    }
    const started = await beginImport(deps, job);
    if (started.status === "running") {
      const tries = started.tries + 1;
      const ledger = new Ledger({ ...started, tries });
      if (tries > ATTEMPTS) await finish(deps, job, ledger, importTexts.failed);
      else {
        await kept.put(job, ledger.state);
        try {
          const isEvents = job.format === "satchel-events";
          const running = isEvents
            ? readHistory(deps, job, ledger, signal)
            : read(deps, job, ledger, attempt > 1, signal);
          if (!(await running)) return false;
          await finish(deps, job, ledger);
        } catch (error) {
          if (error instanceof UnreadableFile) await finish(deps, job, ledger, error.message);
          else {
            // Unavailable servers are not a fault of the file.
            if (isUnavailable(error)) await kept.put(job, { ...started }).catch(() => undefined);
            throw error;
          }
        }
      }
      logger.info({ importId: job.importId, status: ledger.state.status, read: ledger.state.read }, "an import ended");
    }
    await files.remove(job);
    return true;
  };

/** @returns false when it was stopped before the end */
async function read(
  deps: ImportDeps,
  job: ImportJob,
  ledger: Ledger,
  again: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { userId, importId } = job;
  const startedAt = new Date(job.startedAt);
  const folders = new FolderMaker(deps.client, userId, importId);
  const quota = new LinkQuota(await remainingLinks(deps, userId));
  const seen = new Set<LinkId>();
  const underWay = { userId, importId, startedAt, again, seen, folders, ledger, quota };
  const file = openFile(deps.files, job);
  const passed: ImportRun = { ...underWay, ledger: new Ledger(newImport(job)) };
  const done = ledger.state.read;
  const reached = progressOf(deps, job, ledger, file);
  let number = 0;
  let batch: NumberedEntry[] = [];
  const flush = async (): Promise<void> => {
    await importLinks(deps, underWay, batch);
    batch = [];
    await reached(number, signal.aborted);
  };
  const entries = readEntries(job.format as BookmarkFormat, file.open);
  for await (const entry of untilUnreadable(entries, flush)) {
    if (entry.kind === "folder") {
      await folders.folderFor(placeOf(entry.folders), entry);
      continue;
    }
    number++;
    // Done by an earlier worker: only remembered, to recognise repetitions.
    if (number <= done) candidateOf(deps, passed, { number, entry });
    else batch.push({ number, entry });
    if (batch.length < BATCH) continue;
    await flush();
    if (signal.aborted) return false;
    // An import must not recreate data of a user who was erased meanwhile.
    if (await isErased(deps.journal, job.userId)) return true;
  }
  await flush();
  return true;
}

/** The entries of a file; where it can't be read any further, those before are flushed first. */
async function* untilUnreadable(entries: AsyncIterable<Entry>, flush: () => Promise<void>): AsyncGenerator<Entry> {
  try {
    yield* entries;
  } catch (error) {
    if (error instanceof UnreadableFile) await flush();
    throw error;
  }
}

/** @returns false when it was stopped before the end */
async function readHistory(deps: ImportDeps, job: ImportJob, ledger: Ledger, signal: AbortSignal): Promise<boolean> {
  const { userId } = job;
  const file = openFile(deps.files, job);
  const done = ledger.state.read;
  const started = await deps.journal.last(importSubject(job));
  const reached = progressOf(deps, job, ledger, file);
  return importHistory(deps, {
    job,
    begun: started?.sequence ?? 0,
    quota: new LinkQuota(await remainingLinks(deps, userId)),
    ledger,
    octets: file.open(),
    signal,
    reached: async (number) => {
      // An earlier worker was further, so its progress stays.
      if (number >= done) await reached(number, signal.aborted);
    },
  });
}

/** Records how far an import is, and stores and tells it every {@link ANNOUNCE_MS}, or at once before it is stopped. */
function progressOf(deps: ImportDeps, job: ImportJob, ledger: Ledger, file: ReturnType<typeof openFile>) {
  let announcedAt = 0;
  return async (number: number, atOnce: boolean): Promise<void> => {
    ledger.reached(number, Math.min(1, file.read() / Math.max(1, job.bytes)));
    if (Date.now() - announcedAt < ANNOUNCE_MS && !atOnce) return;
    announcedAt = Date.now();
    await announce(deps, job, ledger);
  };
}

/** Opens a file, for some formats twice, and counts the octets that were done with since it was last opened. */
function openFile(files: ImportFiles, job: ImportJob) {
  let count = 0;
  async function* octets(): AsyncGenerator<Uint8Array> {
    count = 0;
    const found = await files.open(job);
    if (found === undefined) throw new UnreadableFile(importTexts.gone);
    for await (const chunk of found) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        yield piece;
        count += piece.length;
      }
    }
  }
  return { open: octets, read: () => count };
}

async function finish(deps: ImportDeps, job: ImportJob, ledger: Ledger, failed?: string): Promise<void> {
  const { journal, progress } = deps;
  if (await isErased(deps.journal, job.userId)) return;
  const { importId, userId } = job;
  const subject = importSubject(job);
  ledger.finish(new Date(), failed);
  const { saved, known, skipped, faults } = ledger.state;
  const data = { importId, saved, known, skipped, faults, ...(failed === undefined ? {} : { failed }) };
  const last = await journal.last(subject);
  let sequence = last?.sequence ?? 0;
  if (last?.type !== "ImportFinished") {
    const event = { id: v5("finished", importId), type: "ImportFinished", data };
    sequence = (await journal.append({ subject, event, expected: sequence })).sequence;
  }
  // Clients read the links as soon as they see that the import is done.
  await progress.reached({ projection: "links", partition: partitionOf(userId), sequence }, READ_YOUR_WRITES_MS);
  await announce(deps, job, ledger);
}

async function announce({ bus, kept }: ImportDeps, job: ImportJob, ledger: Ledger): Promise<void> {
  await kept.put(job, ledger.state);
  bus.nc.publish(liveSubject(job.userId, "imports"), JSON.stringify({ ids: [job.importId] }));
}
