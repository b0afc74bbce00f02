import { isDeepStrictEqual } from "node:util";
import {
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  readFileName,
  type StoredEvent,
  unpackParts,
} from "@satchel/chassis";
import type { CopyDeleted, CopyId, EventOf, PageDescribed, PageKept } from "@satchel/contracts";
import { v5 } from "uuid";
import { LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import { keptVersions } from "../store/kept-versions.ts";
import { appendOfPage, findLast, type LinkRef, pageStateOf, pageSubject } from "../store/page-history.ts";
import { describeFile, type ItemDeps, UNNAMED } from "./describe-item.ts";

interface EditedText extends LinkRef {
  readonly url: string;
  readonly kept: EventOf<typeof PageKept>["data"];
}

/** The id of the description of a text that its owner changed. */
const idOfEdit = (version: CopyId): string => v5("edited", version);

/** The id of what {@link describeShown} appends for an event. */
const idOfShown = (id: string): string => v5("shown", id);

/**
 * Describes an item whose owner has changed its text: title and description follow. Of two changes only the last is
 * described, however late the first one's turn comes, and none that is deleted. What is described is removed from the bucket
 * of documents.
 */
export async function describeEdit(
  { journal, extractor, documents }: Pick<ItemDeps, "journal" | "extractor" | "documents">,
  { userId, linkId, url, kept: { version, type, edit } }: EditedText,
): Promise<HandlerResult> {
  const link = { userId, linkId };
  const id = idOfEdit(version);
  const name = readFileName(userId, version);
  const { sequence } = await pageStateOf(journal, link);
  const { newest } = await keptVersions(journal, link);
  const isNewest = newest?.version === version;
  const isDone = (await findLast(journal, pageSubject(link), (event) => event.id === id)) !== undefined;
  const content = isNewest && !isDone ? await documents.get(name) : undefined;
  if (edit !== undefined && content !== undefined && !(await isErased(journal, userId))) {
    const { document } = unpackParts(content);
    const input = { bytes: document, contentType: type, charset: "utf-8", fileName: UNNAMED, url };
    const read = await extractor.extract(input);
    if ("failed" in read && read.failed === "no-worker") return { deferFor: NO_WORKER_MS };
    const page = describeFile({ type, ...edit }, "failed" in read ? {} : read.page, document.length);
    const appended = await append(journal, link, { id, data: { url, finalUrl: url, attempts: 1, page } }, sequence);
    if (appended !== "done") return appended;
  }
  await documents.remove(name);
  return "done";
}

type Description = EventOf<typeof PageDescribed>["data"];

/**
 * Describes an item whose newest version was deleted, or brought back, as it was described with the text that is shown now.
 * That description is among the events of its page. It is missing where another change came before its turn; then the names
 * of the text are used.
 */
export async function describeShown(
  journal: Journal,
  link: LinkRef & { readonly url: string },
  cause: StoredEvent,
): Promise<HandlerResult> {
  const { newest, later } = await keptVersions(journal, link);
  const { version } = cause.data as EventOf<typeof CopyDeleted>["data"];
  const wasNewer = later.some(
    ({ type, data }) => type === "PageKept" && (data as { version: CopyId }).version === version,
  );
  if (newest === undefined || !(wasNewer || newest.version === version)) return "done";
  const { sequence, last } = await pageStateOf(journal, link);
  const data = (await descriptionOf(journal, link, newest, later)) ?? namesOf(link, newest);
  if (data === undefined || isDeepStrictEqual(last?.data, data) || (await isErased(journal, link.userId)))
    return "done";
  return append(journal, link, { id: idOfShown(cause.id), data }, sequence);
}

/** The description of a version. That of the first text is the one that belongs to no change. */
async function descriptionOf(
  journal: Journal,
  link: LinkRef,
  { version, edit }: EditedText["kept"],
  later: readonly StoredEvent[],
): Promise<Description | undefined> {
  const ofOthers = new Set(
    later.flatMap(({ id, data }) => [idOfShown(id), idOfEdit((data as { version: CopyId }).version)]),
  );
  const isIts = ({ id, type }: StoredEvent): boolean =>
    type === "PageDescribed" && (edit === undefined ? !ofOthers.has(id) : id === idOfEdit(version));
  return (await findLast(journal, pageSubject(link), isIts))?.data as Description | undefined;
}

const namesOf = ({ url }: { readonly url: string }, { type, edit }: EditedText["kept"]): Description | undefined =>
  edit && { url, finalUrl: url, attempts: 1, page: describeFile({ type, ...edit }, {}, undefined) };

async function append(
  journal: Journal,
  link: LinkRef,
  event: { readonly id: string; readonly data: Description },
  expected: number,
): Promise<HandlerResult> {
  try {
    await appendOfPage(journal, link, { ...event, type: "PageDescribed" }, expected);
    return "done";
  } catch (error) {
    if (error instanceof JournalConflict) return { deferFor: LOST_RACE_MS };
    throw error;
  }
}
