import { type CommandClient, execute, JournalConflict, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  happened,
  type ImportId,
  type LinkEvent,
  type LinkId,
  nothingToDo,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { erasePast } from "../commands/erase-past.ts";
import type { LinkCommandsDeps } from "../commands/links.ts";
import { loadByRow } from "../commands/load.ts";
import { type LinkQuota, remainingLinks } from "../commands/link-quota.ts";
import { readWebAddress } from "../domain/canonical-url.ts";
import { isPurgeable } from "../domain/link.ts";
import { isKept } from "../domain/quota.ts";
import type { FolderMaker } from "./folder-maker.ts";
import type { Bookmark, FaultEntry, HighlightsEntry } from "./formats/index.ts";
import { loadExisting } from "./existing-links.ts";
import { importHighlights } from "./import-highlights.ts";
import { badAddress, decideImport, type ImportedLink, type ExistingLink, linkOf, placeOf } from "./imported-link.ts";
import type { Ledger } from "./ledger.ts";
import { APPENDS_IN_FLIGHT, APPENDS_TOGETHER } from "./limits.ts";

interface ImportLinksDeps extends LinkCommandsDeps {
  /** For highlights, which the archive makes. */
  readonly client: CommandClient;
}

export interface ImportRun {
  readonly userId: UserId;
  readonly importId: ImportId;
  readonly startedAt: Date;
  /** Whether an earlier worker may have saved some of the links. */
  readonly again: boolean;
  /** The links of the file so far, to recognise repetitions. */
  readonly seen: Set<LinkId>;
  readonly folders: FolderMaker;
  readonly ledger: Ledger;
  /** For links that are new or restored. */
  readonly quota: LinkQuota;
}

/** One entry of a file and its number there, from 1. */
export interface NumberedEntry {
  readonly number: number;
  readonly entry: Bookmark | HighlightsEntry | FaultEntry;
}

interface Candidate {
  readonly number: number;
  readonly linkId: LinkId;
  readonly link: ImportedLink;
  readonly place: readonly string[];
}

type Outcome = "saved" | "known";

/** The id of a link's event: derived from import and link, so that importing a file twice stores nothing twice. */
const eventIdOf = (importId: ImportId, linkId: LinkId): string => v5(linkId, importId);

/**
 * Saves a batch of bookmarks: loads all in one query, decides each by itself, and appends concurrently in their order,
 * each event by its own compare-and-set.
 */
export async function importLinks(
  deps: ImportLinksDeps,
  underWay: ImportRun,
  batch: readonly NumberedEntry[],
): Promise<void> {
  const { userId, importId, folders, ledger, again, quota } = underWay;
  quota.limitTo(await remainingLinks(deps, userId));
  const candidates = batch.flatMap((numbered) => candidateOf(deps, underWay, numbered) ?? []);
  const kept = await loadExisting(
    deps.db,
    userId,
    candidates.map(({ linkId }) => linkId),
  );
  const underway = new Set<Promise<void>>();
  for (const { number, linkId, link, place } of candidates) {
    const loaded = kept.get(linkId);
    const isThere = isKept(loaded?.state);
    if (!isThere && !quota.take()) {
      ledger.skip(number, { kind: "fault", text: link.address.url, reason: texts.links.full });
      continue;
    }
    // An existing link stays in its folder, so the file's folder is not needed.
    const folderId = isThere ? null : await folders.folderFor(place);
    const work = keep(deps, userId, importId, { linkId, link, folderId, loaded, again })
      .then((outcome) => {
        ledger.count(outcome);
        if (!isThere && outcome === "known") quota.release();
      })
      .finally(() => underway.delete(work));
    underway.add(work);
    // Reported by `Promise.all` below.
    work.catch(() => undefined);
    if (underway.size < APPENDS_IN_FLIGHT) continue;
    // Continue in groups, because appends that start together share one write to the socket.
    while (underway.size > APPENDS_IN_FLIGHT - APPENDS_TOGETHER) await Promise.race(underway);
  }
  await Promise.all(underway);
  // After the links that they are of.
  for (const { number, entry } of batch) {
    if (entry.kind !== "highlights") continue;
    const fault = await importHighlights(deps, userId, entry, ledger);
    if (fault !== undefined) ledger.skip(number, fault);
  }
}

/** Converts an entry. An invalid or repeated one is counted, and undefined. */
export function candidateOf(
  { linkIds }: Pick<ImportLinksDeps, "linkIds">,
  { userId, startedAt, seen, ledger }: ImportRun,
  { number, entry }: NumberedEntry,
): Candidate | undefined {
  if (entry.kind === "highlights") return undefined;
  if (entry.kind === "fault") {
    ledger.skip(number, entry);
    return undefined;
  }
  const address = readWebAddress(entry.url);
  if (address === undefined) {
    ledger.skip(number, badAddress(entry));
    return undefined;
  }
  const linkId = linkIds(userId, address.canonicalUrl);
  if (seen.has(linkId)) {
    ledger.count("known");
    return undefined;
  }
  seen.add(linkId);
  // Entries without dates: the first of the file becomes the newest.
  const undated = new Date(startedAt.getTime() - number);
  return { number, linkId, link: linkOf(entry, address, undated, startedAt), place: placeOf(entry.folders) };
}

interface PlannedSave {
  readonly linkId: LinkId;
  readonly link: ImportedLink;
  readonly folderId: number | null;
  readonly loaded: Snapshot<ExistingLink> | undefined;
  readonly again: boolean;
}

async function keep(
  deps: ImportLinksDeps,
  userId: UserId,
  importId: ImportId,
  { linkId, link, folderId, loaded, again }: PlannedSave,
): Promise<Outcome> {
  const { journal, progress, db } = deps;
  const subject = aggregateSubject(userId, "links", linkId);
  const id = eventIdOf(importId, linkId);
  let beginsAnew = false;
  const decide = (state: ExistingLink | undefined): LinkEvent | undefined => {
    const now = new Date(deps.now());
    beginsAnew = isPurgeable(state, now);
    return decideImport(state, link, importId, folderId, now);
  };
  const event = decide(loaded?.state);
  if (event === undefined) {
    const last = again ? await journal.last(subject) : undefined;
    return last?.id === id && last.type !== "LinkChanged" ? "saved" : "known";
  }
  try {
    const { sequence } = await journal.append({ subject, event: { id, ...event }, expected: loaded?.revision ?? 0 });
    if (beginsAnew) await erasePast(journal, { userId, linkId }, sequence);
    return outcomeOf(event);
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
  }
  const { result, position } = await execute<ExistingLink | undefined, LinkEvent, Outcome>({
    journal,
    progress,
    projection: "links",
    subject,
    context: { commandId: id, retry: true },
    load: () => loadByRow(deps, userId, linkId, async () => (await loadExisting(db, userId, [linkId])).get(linkId)),
    decide: (state) => {
      const decided = decide(state);
      return decided === undefined ? nothingToDo<Outcome>("known") : happened(decided);
    },
    resultOf: outcomeOf,
  });
  if (beginsAnew && position !== undefined) await erasePast(journal, { userId, linkId }, position.sequence);
  return result;
}

const outcomeOf = ({ type }: LinkEvent): Outcome => (type === "LinkChanged" ? "known" : "saved");
