import { type ImportJob, isErased, type PageJobs } from "@satchel/chassis";
import { ACCOUNT_EXPORT_VERSION, importTexts, type UserId } from "@satchel/contracts";
import type { LinkQuota } from "../../commands/link-quota.ts";
import { at, tooLong } from "../formats/json-objects.ts";
import { jsonValues } from "../formats/json-values.ts";
import { decodeText, type FaultEntry, UnreadableFile } from "../formats/index.ts";
import { importHighlights, type ImportHighlightsDeps } from "../import-highlights.ts";
import type { Ledger } from "../ledger.ts";
import { BATCH } from "../limits.ts";
import { readExportedEvent } from "./exported-event.ts";
import { readExportedHighlight } from "./exported-highlight.ts";
import { importRule } from "./exported-rule.ts";
import { FolderHistory } from "./folder-history.ts";
import { LinkHistory } from "./link-history.ts";

interface HistoryDeps extends ImportHighlightsDeps {
  readonly jobs: Pick<PageJobs, "submit">;
}

/** A running import of a history. */
interface HistoryImport {
  readonly job: ImportJob;
  /** Sequence of the event that began the import. */
  readonly begun: number;
  readonly ledger: Ledger;
  /** For links that are new here. */
  readonly quota: LinkQuota;
  readonly octets: AsyncIterable<Uint8Array>;
  /** Records that all events up to this one are done. */
  readonly reached: (number: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Imports the events of an account's export, in their order: this service stores those of links, commands to folders repeat
 * those of folders, and enrichment stores those of pages (decision 17). Rules and highlights come last, as they are now. The
 * worker after a killed one starts at the file's beginning and finds the stored events, so that everything is counted once.
 * @returns false when it was stopped before the end
 */
export async function importHistory(deps: HistoryDeps, underWay: HistoryImport): Promise<boolean> {
  const { journal, client, jobs } = deps;
  const { job, begun, ledger, quota, octets, reached, signal } = underWay;
  const { userId } = job;
  const folders = await FolderHistory.open(journal, client, userId);
  const { folderOf } = folders;
  const links = new LinkHistory({
    journal,
    client,
    linkIds: deps.linkIds,
    userId,
    folderOf,
    begun,
    quota,
    count: (outcome) => ledger.count(outcome),
  });
  ledger.restart();
  let number = 0;
  // One after another: a link's folder depends on earlier folder events, and the journal must have the order of the
  // file.
  const take = async (value: unknown): Promise<FaultEntry | undefined> => {
    const event = value === undefined ? tooLong : readExportedEvent(value, deps.now());
    if (event.kind === "unused") return undefined;
    if (event.kind === "fault") return event;
    if (event.kind === "letter") return links.leaveOut(event.aggregate);
    return event.context === "folders" ? folders.apply(event) : links.store(event);
  };

  for await (const { path, value } of jsonValues(
    decodeText(octets),
    at([["satchel_account"], ["events", "*"], ["rules", "*"], ["highlights", "*"]]),
  )) {
    if (path[0] === "satchel_account") {
      if (value !== ACCOUNT_EXPORT_VERSION) throw new UnreadableFile(importTexts.newer);
      continue;
    }
    number++;
    const fault =
      path[0] === "highlights"
        ? await takeHighlight(deps, userId, value, ledger)
        : path[0] === "rules"
          ? await importRule(client, userId, { value, folderOf })
          : await take(value);
    if (fault !== undefined) ledger.skip(number, fault);
    if (number % BATCH > 0) continue;
    await reached(number);
    if (signal.aborted) return false;
    // An import must not recreate data of a user who was erased meanwhile.
    if (await isErased(journal, userId)) return true;
  }
  for (const linkId of links.undescribed()) {
    if (signal.aborted) return false;
    await jobs.submit({ kind: "describe", userId, linkId });
  }
  await reached(number);
  return true;
}

async function takeHighlight(
  deps: HistoryDeps,
  userId: UserId,
  value: unknown,
  ledger: Ledger,
): Promise<FaultEntry | undefined> {
  const entry = value === undefined ? tooLong : readExportedHighlight(value);
  return entry.kind === "fault" ? entry : importHighlights(deps, userId, entry, ledger);
}
