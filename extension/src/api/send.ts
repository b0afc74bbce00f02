import { type Folder, type Link, NOTES_CHARS, TITLE_CHARS } from "@satchel/contracts";
import type { Outcome } from "../core/outcome.ts";
import type { Place, Wanted } from "../core/queue.ts";
import type { Archive } from "./archive.ts";
import type { Answer } from "./client.ts";

/** What became of sending one page: its outcome, or why it has to wait. */
export type Sent = Exclude<Outcome, { kind: "unsaveable" | "full" }>;

/** @param afterSeconds when the server said that it may be asked again */
export interface SentPage {
  readonly outcome: Sent;
  readonly afterSeconds?: number | undefined;
}

/**
 * Saves one page. Saving is idempotent by its address, so whoever does not know whether it was done does it again. A folder
 * that is not there any more keeps no page from being saved.
 */
export async function sendPage(archive: Archive, wanted: Wanted): Promise<SentPage> {
  const { url, title, place, note } = wanted;
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

function failed(answer: Exclude<Answer<unknown>, { kind: "answered" }>): SentPage {
  if (answer.kind === "refused") return { outcome: { kind: "refused", reason: answer.detail } };
  if (answer.kind === "signedOut") return { outcome: { kind: "waiting", for: "connection" } };
  return { outcome: { kind: "waiting", for: "server" }, afterSeconds: answer.afterSeconds };
}

/** The id of a folder; one that is named is made where there is none of that name. */
async function folderOf(archive: Archive, place: Place): Promise<Answer<number>> {
  if ("id" in place) return { kind: "answered", status: 200, body: place.id };
  const folders = await archive.folders();
  if (folders.kind !== "answered") return folders;
  const found = folders.body.find(({ name }) => name === place.name);
  if (found !== undefined) return { ...folders, body: found.id };
  const made: Answer<Folder> = await archive.makeFolder(place.name);
  return made.kind === "answered" ? { ...made, body: made.body.id } : made;
}

/** Puts a note below those that a link has, unless it is among them already. */
async function addNote(archive: Archive, { id, notes }: Link, note: string): Promise<Answer<unknown>> {
  if (notes?.includes(note) === true) return { kind: "answered", status: 200, body: null };
  const all = notes === null || notes === "" ? note : `${notes}\n\n${note}`;
  // What is too long is left out rather than cut from what the owner wrote.
  if (all.length > NOTES_CHARS) return { kind: "answered", status: 200, body: null };
  return archive.change(id, { notes: all });
}
