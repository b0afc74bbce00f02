import { type CommandClient, type ImportJob, isErased, type Journal, type PageJobs } from "@satchel/chassis";
import { ACCOUNT_EXPORT_VERSION } from "@satchel/contracts";
import type { Room } from "../../commands/room.ts";
import type { LinkIds } from "../../commands/link-id.ts";
import { at, tooLong } from "../formats/json-objects.ts";
import { jsonValues } from "../formats/json-values.ts";
import { decodeText, type FaultEntry, UnreadableFile } from "../formats/index.ts";
import type { Ledger } from "../ledger.ts";
import { BATCH } from "../limits.ts";
import { readExportedEvent } from "./exported-event.ts";
import { FolderHistory } from "./folder-history.ts";
import { LinkHistory } from "./link-history.ts";

export interface HistoryDeps {
  readonly journal: Journal;
  readonly client: CommandClient;
  readonly jobs: Pick<PageJobs, "submit">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** The ids that links get. */
  readonly linkIds: LinkIds;
}

/** A history that is being imported. */
export interface HistoryUnderWay {
  readonly job: ImportJob;
  /** Sequence of the event that began the import. */
  readonly begun: number;
  readonly ledger: Ledger;
  /** For links that are new here. */
  readonly room: Room;
  readonly octets: AsyncIterable<Uint8Array>;
  /** Takes note that all events up to this one are dealt with. */
  readonly reached: (number: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Imports the events of an account's export, in their order: those of links are stored by this service, those of folders are
 * done again by the folders' commands, those of pages are stored by enrichment (decision 17). A worker that comes after a
 * killed one begins at the file's beginning and finds what is stored already, so that it counts everything once.
 * @returns false when it was asked to stop before the end
 */
export async function importHistory(deps: HistoryDeps, underWay: HistoryUnderWay): Promise<boolean> {
  const { journal, client, jobs } = deps;
  const { job, begun, ledger, room, octets, reached, signal } = underWay;
  const { userId } = job;
  const folders = await FolderHistory.open(journal, client, userId);
  const { folderOf } = folders;
  const links = new LinkHistory({
    journal,
    client,
    now: deps.now,
    linkIds: deps.linkIds,
    userId,
    folderOf,
    begun,
    room,
    count: (outcome) => ledger.count(outcome),
  });
  ledger.restart();
  let number = 0;
  // One after the other: where links lie depends on what was done to folders before, and the journal is to read as the file.
  const take = async (value: unknown): Promise<FaultEntry | undefined> => {
    const event = value === undefined ? tooLong : readExportedEvent(value, deps.now());
    if (event.kind === "unused") return undefined;
    if (event.kind === "fault") return event;
    return event.context === "folders" ? folders.apply(event) : links.store(event);
  };

  for await (const { path, value } of jsonValues(decodeText(octets), at([["satchel_account"], ["events", "*"]]))) {
    if (path[0] === "satchel_account") {
      if (value !== ACCOUNT_EXPORT_VERSION) throw new UnreadableFile("The file is from a newer version of Satchel.");
      continue;
    }
    number++;
    const fault = await take(value);
    if (fault !== undefined) ledger.skip(number, fault);
    if (number % BATCH > 0) continue;
    await reached(number);
    if (signal.aborted) return false;
    // A user who is erased while their file is read must not come back by it.
    if (await isErased(journal, userId)) return true;
  }
  for (const linkId of links.undescribed()) {
    if (signal.aborted) return false;
    await jobs.submit({ kind: "describe", userId, linkId });
  }
  await reached(number);
  return true;
}
