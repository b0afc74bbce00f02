import {
  attachmentName,
  type BlobStore,
  type HandlerResult,
  isErased,
  type Journal,
  JournalConflict,
  letterName,
  type PageJobs,
  readFileName,
  unpackParts,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type CopyId,
  type EventOf,
  type LetterReceived,
  type LinkSaved,
  type MailAccepted,
  type MailedItem,
  type PageDescription,
  type PictureKey,
  SENDER_NAME_CHARS,
} from "@satchel/contracts";
import { PDF } from "@satchel/contracts/media-types";
import { v5 } from "uuid";
import { compact } from "@satchel/contracts/compact";
import { kindOfFile } from "../domain/extraction/file-kind.ts";
import { LOST_FETCH_MS, LOST_RACE_MS, NO_WORKER_MS } from "../limits.ts";
import { type PictureKeeper, PicturesInterrupted } from "../pictures/keep-picture.ts";
import type { Extractor } from "../reading/extractor.ts";
import { appendOfPage, findLast, type LinkRef } from "../store/page-history.ts";

export interface ItemDeps {
  readonly journal: Journal;
  readonly extractor: Pick<Extractor, "extract">;
  readonly documents: BlobStore;
  readonly jobs: PageJobs;
  readonly pictures: Pick<PictureKeeper, "keepBytes">;
}

interface ItemRequest extends LinkRef {
  readonly id: string;
  readonly url: string;
}

/** What is an item: a mail, a file that came with one, or one that its owner sent without. */
interface MailedContent {
  /** Of its copy. */
  readonly version: CopyId;
  /** What its content is called in the bucket of documents. */
  readonly name: string;
  /** The media type of that content. */
  readonly type: string;
  /** Where it came from; missing: by mail. */
  readonly source?: "upload";
  /** @param text what its content says of itself. @param bytes of it */
  describe(text: Partial<PageDescription>, bytes: number | undefined): PageDescription;
}

/** What a mail says of itself. */
type MailAbout = { readonly [Field in "author" | "siteName" | "title" | "sentAt"]?: string | undefined };

/** The media type of a mail in another one: what is read of it is HTML. */
const MAIL = "message/rfc822";
const HTML = "text/html";

/** A name by which a file is described, so that a title that was made of it is known. */
export const UNNAMED = "unnamed.pdf";

/** How the text of a forward begins: with what its list shows already. */
const FORWARDED = /^(?:[-–—_]{2,}|begin forwarded|anfang der weiter|from:|von:|de:)/i;

/** Types whose content says more of itself than the mail does. */
const TOLD = /^(?:text\/|application\/pdf$)/;

/**
 * Describes what is no page but an item, and hands it over to be kept. Nothing is fetched: all of it came with the mail, or was
 * sent by its owner.
 * The job is submitted before the description is appended, so that a crash in between loses nothing.
 * @param sequence of the last event about the page
 */
export async function describeItem(
  { journal, extractor, documents, jobs, pictures }: ItemDeps,
  request: ItemRequest,
  sequence: number,
): Promise<HandlerResult> {
  const { userId, linkId, url, id } = request;
  const found = await contentOf(journal, request);
  // An item of another installation, or of a mail whose events are purged: there is nothing more to say of it.
  if (found === undefined) return "done";
  const { version, name, type, source = "mail" } = found;
  const content = await documents.get(name);
  let text: Partial<PageDescription> = {};
  let bytes: number | undefined;
  let previewKey: PictureKey | undefined;
  if (content !== undefined) {
    const { document, parts } = unpackParts(content);
    bytes = document.length;
    const picture = type.startsWith("image/") ? document : type === HTML ? undefined : parts[0]?.bytes;
    if (picture !== undefined) {
      try {
        previewKey = await pictures.keepBytes(picture, userId);
      } catch (error) {
        if (error instanceof PicturesInterrupted) return { deferFor: LOST_FETCH_MS };
        throw error;
      }
    }
    if (TOLD.test(type)) {
      const input = { bytes: document, contentType: type, charset: "utf-8", fileName: UNNAMED, url };
      const read = await extractor.extract(input);
      if ("failed" in read && read.failed === "no-worker") return { deferFor: NO_WORKER_MS };
      if (!("failed" in read)) text = read.page;
    }
    const about = { version, url, isRequested: true, source, name, type };
    await jobs.submitCopy({ userId, linkId, details: about });
  }
  if (await isErased(journal, userId)) return "done";
  const data = compact({ url, finalUrl: url, attempts: 1, page: found.describe(text, bytes), previewKey });
  try {
    const event = { id: v5("outcome 1", id), type: "PageDescribed", data };
    await appendOfPage(journal, request, event, sequence);
  } catch (error) {
    if (error instanceof JournalConflict) return { deferFor: LOST_RACE_MS };
    throw error;
  }
  return "done";
}

/** What came with the mail that saved a link, or was sent as a file, by the events. */
async function contentOf(journal: Journal, { userId, linkId, url }: ItemRequest): Promise<MailedContent | undefined> {
  const saved = await findLast(journal, aggregateSubject(userId, "links", linkId), ({ type }) => type === "LinkSaved");
  const origin = (saved?.data as EventOf<typeof LinkSaved>["data"] | undefined)?.origin;
  if (origin !== undefined && "item" in origin && origin.item !== undefined) {
    return { ...ofItem(origin.item, readFileName(userId, origin.item.version)), source: "upload" };
  }
  if (origin?.kind !== "letter" && origin?.kind !== "mail") return undefined;
  const { mailId } = origin;
  const event = await journal.last(aggregateSubject(userId, "mail", mailId));
  if (event?.type === "LetterReceived") {
    const { sender, senderName, ...letter } = event.data as EventOf<typeof LetterReceived>["data"];
    const mail = { author: sender, siteName: senderName ?? sender, title: letter.subject, sentAt: letter.sentAt };
    const { version, content } = letter;
    return {
      version,
      name: letterName(userId, mailId, content),
      type: HTML,
      describe: (text) => describeMail(mail, text),
    };
  }
  if (event?.type !== "MailAccepted") return undefined;
  const { items = [] } = event.data as EventOf<typeof MailAccepted>["data"];
  const item = items.find((one) => one.url === url);
  return item === undefined ? undefined : ofItem(item, attachmentName(userId, mailId, item.version));
}

/** @param name what its content is called in the bucket of documents */
const ofItem = (item: MailedItem, name: string): MailedContent =>
  item.type === MAIL
    ? { version: item.version, name, type: HTML, describe: (text) => describeMail(item, text) }
    : {
        version: item.version,
        name,
        type: item.type,
        describe: (text, bytes) => describeFile(item, text, bytes),
      };

/** What the list shows of a mail: the sender as the site, the subject as the title. Pictures of a mail are never fetched. */
function describeMail(
  { author, siteName, title, sentAt }: MailAbout,
  { description, language, readingMinutes }: Partial<PageDescription>,
): PageDescription {
  return compact({
    title: title || undefined,
    siteName: siteName?.slice(0, SENDER_NAME_CHARS),
    author,
    publishedAt: sentAt,
    description: FORWARDED.test(description ?? "") ? undefined : description,
    language,
    readingMinutes,
    mediaType: "article",
    tags: [],
  });
}

/**
 * What the list shows of a file: its name as the site, and its own title. Without one that of the mail, or its name, stays,
 * which was suggested when it was saved. The first line of a text is none: its name was chosen by a person.
 */
export function describeFile(
  { type, name, title, author }: Pick<MailedItem, "type" | "name" | "title" | "author">,
  text: Partial<PageDescription>,
  bytes: number | undefined,
): PageDescription {
  const isPdf = type === PDF;
  const { description, language, publishedAt, readingMinutes } = text;
  return compact({
    title: title ?? (isPdf && text.title !== UNNAMED ? text.title : undefined),
    siteName: name || undefined,
    author: author ?? text.author,
    publishedAt,
    description,
    language,
    readingMinutes,
    fileBytes: bytes,
    mediaType: isPdf ? "pdf" : kindOfFile(type, name),
    tags: [],
  });
}
