import {
  type BlobEntry,
  type BlobStore,
  type CopyKey,
  type CopyTexts,
  exclusively,
  firstOf,
  type Journal,
  type Logger,
  type Pool,
} from "@satchel/chassis";
import { aggregateSubject, type CopyId, type LinkId, type UserId } from "@satchel/contracts";
import { LOOK_BACK_EVENTS, SWEEP_GRACE_MS, SWEEP_NAMES } from "../limits.ts";
import { copyLock } from "../making/store-copy.ts";

interface SweepDeps {
  readonly journal: Journal;
  readonly pool: Pool;
  readonly copies: BlobStore;
  readonly documents: BlobStore;
  readonly texts: CopyTexts;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Removes the copies that no event names: what a process left that was killed between storing one and recording it, or
 * while it stored one or a document. The tables find candidates, the journal decides. One replica sweeps at a time; the others do nothing.
 * @returns their number
 */
export const sweepCopies = async (deps: SweepDeps): Promise<number> =>
  (await exclusively(deps.pool, "sweep-copies", () => sweep(deps))) ?? 0;

async function sweep(deps: SweepDeps): Promise<number> {
  const before = deps.now() - SWEEP_GRACE_MS;
  let removed = 0;
  let batch: BlobEntry[] = [];
  const examine = async (): Promise<void> => {
    for (const name of await unknownOf(deps, batch)) if (await removeUnnamed(deps, name)) removed++;
    batch = [];
  };
  for await (const entry of deps.copies.list("")) {
    if (entry.storedAt >= before) continue;
    batch.push(entry);
    if (batch.length >= SWEEP_NAMES) await examine();
  }
  await examine();
  for (const store of [deps.copies, deps.documents]) await store.sweep(before);
  if (removed > 0) deps.logger.info({ copies: removed }, "removed copies that no event names");
  return removed;
}

/** The names without a row. */
async function unknownOf({ pool }: SweepDeps, batch: readonly BlobEntry[]): Promise<string[]> {
  const names = batch.map(({ name }) => name).filter((name) => partsOf(name) !== undefined);
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as name
     where not exists (
       select from archive.copies
       where user_id = split_part(name, '/', 1)::uuid and link_id = split_part(name, '/', 2)::uuid
         and version = split_part(name, '/', 3)::uuid)`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/**
 * Removes a copy unless an event names it, which the tables may lack still. Not while a worker stores and records a copy of
 * its link: after a restart that may be this very one, whose job is redelivered.
 */
async function removeUnnamed({ journal, pool, copies, texts }: SweepDeps, name: string): Promise<boolean> {
  const parts = partsOf(name);
  if (parts === undefined) return false;
  const { userId, linkId, version } = parts;
  const isOfVersion = ({ data }: { data: unknown }): boolean => (data as { version?: CopyId }).version === version;
  const isRemoved = await exclusively(pool, copyLock(linkId), async () => {
    const events = journal.readBack(aggregateSubject(userId, "archive", linkId));
    const last = await firstOf(events, isOfVersion, LOOK_BACK_EVENTS);
    if (last !== undefined && last.type !== "CopyPurged") return false;
    await copies.remove(name);
    await texts.remove({ userId, linkId, version });
    return true;
  });
  return isRemoved ?? false;
}

const UUIDS = /^([0-9a-f-]{36})\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/;

function partsOf(name: string): CopyKey | undefined {
  const [, userId, linkId, version] = UUIDS.exec(name) ?? [];
  if (userId === undefined || linkId === undefined || version === undefined) return undefined;
  return { userId: userId as UserId, linkId: linkId as LinkId, version: version as CopyId };
}
