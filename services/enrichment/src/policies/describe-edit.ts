import {
  type HandlerResult,
  isErased,
  JournalConflict,
  readFileName,
  type StoredEvent,
  unpackParts,
} from "@satchel/chassis";
import { aggregateSubject, type EventOf, type PageKept } from "@satchel/contracts";
import { v5 } from "uuid";
import { LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import { appendOfPage, findLast, type LinkRef, pageStateOf, pageSubject } from "../store/page-history.ts";
import { describeFile, type ItemDeps, UNNAMED } from "./describe-item.ts";

interface EditedText extends LinkRef {
  readonly url: string;
  readonly kept: EventOf<typeof PageKept>["data"];
}

const isEdit = ({ type, data }: StoredEvent): boolean =>
  type === "PageKept" && (data as EventOf<typeof PageKept>["data"]).edit !== undefined;

/**
 * Describes an item whose owner has changed its text: title and description follow. Of two changes only the last is
 * described, however late the first one's turn comes. What is described is removed from the bucket of documents.
 */
export async function describeEdit(
  { journal, extractor, documents }: Pick<ItemDeps, "journal" | "extractor" | "documents">,
  { userId, linkId, url, kept: { version, type, edit } }: EditedText,
): Promise<HandlerResult> {
  const link = { userId, linkId };
  const id = v5("edited", version);
  const name = readFileName(userId, version);
  const { sequence } = await pageStateOf(journal, link);
  const newest = await findLast(journal, aggregateSubject(userId, "archive", linkId), isEdit);
  const isNewest = (newest?.data as EventOf<typeof PageKept>["data"] | undefined)?.version === version;
  const isDone = (await findLast(journal, pageSubject(link), (event) => event.id === id)) !== undefined;
  const content = isNewest && !isDone ? await documents.get(name) : undefined;
  if (edit !== undefined && content !== undefined && !(await isErased(journal, userId))) {
    const { document } = unpackParts(content);
    const input = { bytes: document, contentType: type, charset: "utf-8", fileName: UNNAMED, url };
    const read = await extractor.extract(input);
    if ("failed" in read && read.failed === "no-worker") return { deferFor: NO_WORKER_MS };
    const page = describeFile({ type, ...edit }, "failed" in read ? {} : read.page, document.length);
    try {
      const event = { id, type: "PageDescribed", data: { url, finalUrl: url, attempts: 1, page } };
      await appendOfPage(journal, link, event, sequence);
    } catch (error) {
      if (error instanceof JournalConflict) return { deferFor: LOST_RACE_MS };
      throw error;
    }
  }
  await documents.remove(name);
  return "done";
}
