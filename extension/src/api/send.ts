import { type Folder, type Link, NOTES_CHARS, TITLE_CHARS } from "@satchel/contracts";
import type { Outcome } from "../core/outcome.ts";
import type { Place, PageToSave } from "../core/queue.ts";
import type { Archive } from "./archive.ts";
import type { Answer } from "./client.ts";

/** The outcome of sending one page, or why it has to wait. */
type SendOutcome = Exclude<Outcome, { kind: "unsaveable" | "full" }>;

interface SendResult {
  readonly outcome: SendOutcome;
  /** Retry-After of the server. */
  readonly afterSeconds?: number | undefined;
}

/**
 * Saves one page. Saving is idempotent by address, so it can be retried. If the folder no longer exists, the page is
 * saved without one.
 */
export async function sendPage(archive: Archive, page: PageToSave): Promise<SendResult> {
  const { url, title, place, note } = page;
  const folder = place === undefined ? undefined : await folderOf(archive, place);
  if (folder !== undefined && folder.kind !== "answered") return failed(folder);
  const body = {
    url,
    ...(title === undefined || title === "" ? {} : { suggested_title: title.slice(0, TITLE_CHARS) }),
  };
  let answer = await archive.save(folder === undefined ? body : { ...body, folder_id: folder.body });
  if (folder !== undefined && answer.kind === "refused" && answer.status === 404) answer = await archive.save(body);
  if (answer.kind !== "answered") return failed(answer);
  const link = answer.body;
  if (note !== undefined) {
    const noted = await addNote(archive, link, note);
    if (noted.kind !== "answered") return failed(noted);
  }
  return { outcome: { kind: answer.status === 201 ? "saved" : "known", id: link.id } };
}

function failed(answer: Exclude<Answer<unknown>, { kind: "answered" }>): SendResult {
  if (answer.kind === "refused") return { outcome: { kind: "refused", reason: answer.detail } };
  if (answer.kind === "signedOut") return { outcome: { kind: "waiting", for: "connection" } };
  return { outcome: { kind: "waiting", for: "server" }, afterSeconds: answer.afterSeconds };
}

/** The id of a folder. A named folder is created if it does not exist. */
async function folderOf(archive: Archive, place: Place): Promise<Answer<number>> {
  if ("id" in place) return { kind: "answered", status: 200, body: place.id };
  const folders = await archive.folders();
  if (folders.kind !== "answered") return folders;
  const found = folders.body.find(({ name }) => name === place.name);
  if (found !== undefined) return { ...folders, body: found.id };
  const made: Answer<Folder> = await archive.makeFolder(place.name);
  return made.kind === "answered" ? { ...made, body: made.body.id } : made;
}

/** Appends a note to a link's notes, unless they contain it. */
async function addNote(archive: Archive, { id, notes }: Link, note: string): Promise<Answer<unknown>> {
  if (notes?.includes(note) === true) return { kind: "answered", status: 200, body: null };
  const all = notes === null || notes === "" ? note : `${notes}\n\n${note}`;
  // A note that does not fit is dropped, so that nothing of the owner's is cut.
  if (all.length > NOTES_CHARS) return { kind: "answered", status: 200, body: null };
  return archive.change(id, { notes: all });
}
