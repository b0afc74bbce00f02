import {
  type BlobStore,
  type CopyKey,
  type CopyTexts,
  exclusively,
  firstOf,
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  type Logger,
  type PageJob,
  type PageParts,
  type Pool,
  type StoredEvent,
  unpackParts,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type ArchiveEvent,
  COPY_BYTES,
  COPY_UNPACKED_BYTES,
  COPY_VERSIONS,
  type CopyId,
  CopySource,
  isItem,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { v5 } from "uuid";
import { PDF } from "@satchel/contracts/media-types";
import { LOOK_BACK_EVENTS, LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import type { CopyMaker } from "../making/copy-maker.ts";
import type { MadeCopy } from "../making/make-copy.ts";
import { copyLock, storeCopy } from "../making/store-copy.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import { allowedBytes } from "../domain/copies.ts";
import { copyUse, findNewest } from "../queries/index.ts";
import { removeLateCopy } from "./remove-copies.ts";

const Details = Type.Object({
  version: Type.Unsafe<CopyId>(Type.String()),
  /** Where the document was found. */
  url: Type.String(),
  /** Whether the owner asked for a copy, which is then made although the last one has the same text. */
  isRequested: Type.Boolean(),
  /** Where the document came from; missing: it was fetched. */
  source: Type.Optional(CopySource),
  /** Of the document in the bucket of documents, and its media type; missing where there is none. */
  name: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  /** Why there is none: a stable code. */
  failure: Type.Optional(Type.String()),
});

interface KeepDeps {
  readonly journal: Journal;
  readonly pool: Pool;
  readonly db: Kysely<ArchiveTables>;
  readonly documents: BlobStore;
  readonly copies: BlobStore;
  readonly texts: CopyTexts;
  readonly maker: CopyMaker;
  readonly logger: Logger;
  /** Mebibytes of the copies of an account without a quota of its own. */
  readonly usualMegabytes: number;
}

/** Whether a job's document is a PDF, whose copy may take long. */
export const isPdf = ({ details }: Pick<PageJob, "details">): boolean =>
  Value.Check(Details, details) && details.type === PDF;

/** What packed parts are called in the bucket of documents. */
const PARTS = ".parts";

/** Events after which a link is gone, until another one restores it. */
const GONE = new Set(["LinkDeleted", "LinkPurged"]);

/**
 * Makes the copy of a document that enrichment fetched, and records it. The text is stored first, then the copy, then the
 * event, all under names that follow from the document: a process that is killed in between leaves no half copy, the
 * repeated job stores the same again, and what no event names is swept later.
 *
 * The same document may be handed over twice, and a job may be redelivered while its worker is only slow. Two such copies
 * have different octets, so one worker at a time stores and records a link's copy: else the event of the first could name
 * the digest of an object that the second one replaced.
 */
export const keepPage =
  (deps: KeepDeps) =>
  async ({ userId, linkId, requestedAt, details }: PageJob): Promise<HandlerResult> => {
    if (!Value.Check(Details, details)) throw new Error("a job of a copy does not say where its document is");
    const { version, name } = details;
    const subject = aggregateSubject(userId, "archive", linkId);
    const id = v5("kept", version);
    const isKept = (event: StoredEvent): boolean => event.id === id;
    const last = await deps.journal.last(subject);
    const isDone = last && (await firstOf(deps.journal.readBack(subject, last.sequence), isKept, LOOK_BACK_EVENTS));
    const link = await deps.journal.last(aggregateSubject(userId, "links", linkId));
    if (isDone === undefined && link !== undefined && !GONE.has(link.type)) {
      const request = { userId, linkId, fetchedAt: requestedAt.getTime(), ...details };
      const outcome = await outcomeOf(deps, request);
      if (outcome === "no-worker") return { deferFor: NO_WORKER_MS };
      if (outcome !== undefined && !(await isErased(deps.journal, userId))) {
        const expected = last?.sequence ?? 0;
        const isRecorded = await exclusively(deps.pool, copyLock(linkId), async () => {
          if (((await deps.journal.last(subject))?.sequence ?? 0) !== expected) return false;
          const event = { id, ...(await eventOf(deps, request, outcome)) };
          return isAppended(deps.journal, { subject, event, expected });
        });
        if (isRecorded !== true) return { deferFor: LOST_RACE_MS };
      }
    }
    await removeLateCopy(deps, { userId, linkId, version });
    if (name !== undefined) await deps.documents.remove(name);
    return "done";
  };

/** @returns false where another event was appended meanwhile */
async function isAppended(journal: Journal, entry: Parameters<Journal["append"]>[0]): Promise<boolean> {
  try {
    await journal.append(entry);
    return true;
  } catch (error) {
    if (error instanceof JournalConflict) return false;
    throw error;
  }
}

interface Request extends CopyKey {
  readonly fetchedAt: number;
  readonly url: string;
  readonly isRequested: boolean;
  readonly source?: Static<typeof CopySource>;
  readonly name?: string;
  readonly type?: string;
  readonly failure?: string;
}

/** A copy that is to be stored, or why there is none. */
type Outcome = { readonly page: PageParts; readonly made: MadeCopy } | { readonly notKept: string };

/** @returns undefined where there is nothing to record */
async function outcomeOf(deps: KeepDeps, request: Request): Promise<Outcome | "no-worker" | undefined> {
  const { userId, failure } = request;
  if (failure !== undefined) return { notKept: failure };
  const page = await readParts(deps, request);
  if (page === undefined) return undefined;
  const task = { page, fetchedAt: request.fetchedAt, isItem: isMailed(request) };
  let made = await deps.maker.make(task, userId);
  const hasFailed = (): boolean => "failed" in made && made.failed !== "no-worker";
  if (hasFailed() && page.type === PDF) made = await deps.maker.make({ ...task, isUndrawn: true }, userId);
  // The sanitised page alone is much less work.
  if (hasFailed()) made = await deps.maker.make({ ...task, isBare: true }, userId);
  if ("failed" in made) {
    deps.logger.info({ why: made.failed }, "no copy of a page could be made");
    return made.failed === "no-worker" ? made.failed : { notKept: `unreadable-${made.failed}` };
  }
  if (!request.isRequested && (await isUnchanged(deps, request, made))) return undefined;
  if (made.zip.length > COPY_BYTES || made.unpackedBytes > COPY_UNPACKED_BYTES) return { notKept: "too-large" };
  // A mail was answered, or a file, and is nowhere else: once the quota is used up, mail-ingest takes no further ones.
  const refusal = isMailed(request) ? undefined : await refusalOf(deps, request, made.zip.length);
  return refusal === undefined ? { page, made } : { notKept: refusal };
}

/** The event of an outcome, whose copy is stored. */
const eventOf = async (deps: KeepDeps, request: Request, outcome: Outcome): Promise<ArchiveEvent> =>
  "notKept" in outcome
    ? { type: "PageNotKept", data: { linkId: request.linkId, reason: outcome.notKept } }
    : { type: "PageKept", data: await storeCopy(deps, request, outcome.page, outcome.made) };

/** Whether it is what a mail or a file has, and not a page that its owner sends as another copy of the item. */
const isMailed = ({ url, name }: Request): boolean => isItem(url) && name?.endsWith(PARTS) === true;

async function readParts({ documents }: KeepDeps, { name, type, url }: Request): Promise<PageParts | undefined> {
  const bytes = name === undefined ? undefined : await documents.get(name);
  if (name === undefined || bytes === undefined) return undefined;
  return name.endsWith(PARTS) ? unpackParts(bytes) : { url, type: type ?? "", document: bytes, parts: [], leftOut: 0 };
}

/** Whether the newest version has the same text: a page that was fetched again for its description is kept once. */
async function isUnchanged({ db, texts }: KeepDeps, { userId, linkId }: Request, made: MadeCopy): Promise<boolean> {
  const newest = await findNewest(db, userId, linkId);
  if (newest === undefined || made.text === undefined) return false;
  return (await texts.get({ userId, linkId, version: newest.version })) === made.text;
}

/** Why a copy of that size is refused. The tables may lag, so an account may exceed its quota by a few copies. */
async function refusalOf(
  { db, usualMegabytes }: KeepDeps,
  { userId, linkId }: Request,
  bytes: number,
): Promise<string | undefined> {
  const use = await copyUse(db, userId);
  if (use.bytes + bytes > allowedBytes(use.quotaMegabytes, usualMegabytes)) return "quota";
  const { count } = await db
    .selectFrom("archive.copies")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .executeTakeFirstOrThrow();
  return Number(count) >= COPY_VERSIONS ? "too-many" : undefined;
}
