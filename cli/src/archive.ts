import { ApiError, type Client, createClient } from "@satchel/client";
import { type Folder, getLink, type Link, listFolders, listLinks, lookupLink, plainFolders } from "@satchel/contracts";
import { CommandError, EXIT } from "./exit.ts";
import { type Login, readLogin } from "./settings.ts";

/** The archive that the user is logged in to. */
export interface Archive extends Client {
  readonly server: string;
}

export const archiveAt = ({ server, token }: Login): Archive => ({ server, ...createClient({ server, token }) });

/** @throws {CommandError} without a login */
export async function openArchive(): Promise<Archive> {
  const login = await readLogin();
  if (login === undefined) {
    throw new CommandError("You are not logged in. Run `satchel login` first.", EXIT.notAllowed);
  }
  return archiveAt(login);
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The link of an id or an address. @throws {CommandError} when it is not in the archive */
export async function linkOf(archive: Archive, reference: string): Promise<Link> {
  if (ID.test(reference)) return archive.call(getLink, { params: { id: reference } });
  if (!/^https?:\/\//i.test(reference)) {
    throw new CommandError(`${JSON.stringify(reference)} is neither a link's id nor an address.`, EXIT.usage);
  }
  const { link } = await archive.call(lookupLink, { query: { url: reference } });
  if (link === null) throw new CommandError(`${reference} is not in the archive.`, EXIT.notFound);
  return link;
}

/** The same, or the first link that a search finds. */
export async function linkOrFirst(archive: Archive, words: readonly string[]): Promise<Link> {
  const [first = "", ...others] = words;
  if (others.length === 0 && (ID.test(first) || /^https?:\/\//i.test(first))) return linkOf(archive, first);
  const [link] = await archive.call(listLinks, { query: { q: words.join(" "), size: 1 } });
  if (link === undefined) throw new CommandError("Nothing was found.", EXIT.notFound);
  return link;
}

/** The folder of a path such as `Reading/Essays`, whatever its case. @throws {CommandError} when there is none */
export async function folderOf(archive: Archive, path: string): Promise<Folder> {
  let folders: readonly Folder[] = plainFolders(await archive.call(listFolders));
  let found: Folder | undefined;
  for (const part of path.split("/")) {
    found = folders.find(({ name }) => name.toLowerCase() === part.trim().toLowerCase());
    if (found === undefined) break;
    folders = found.children;
  }
  if (found === undefined) throw new CommandError(`There is no folder ${JSON.stringify(path)}.`, EXIT.notFound);
  return found;
}

/** How the program ends after an error, and the sentence that says why. */
export function endOf(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  // A value of an answer that is not what the schemas say.
  if (error instanceof TypeError) {
    return { code: EXIT.failed, message: "The server answers what a Satchel of this version does not." };
  }
  if (!(error instanceof ApiError))
    return { code: EXIT.failed, message: error instanceof Error ? error.message : String(error) };
  const { status, message } = error;
  if (status === 401)
    return { code: EXIT.notAllowed, message: "The server does not know this token. Run `satchel login`." };
  if (status === 403) return { code: EXIT.notAllowed, message };
  if (status === 404) return { code: EXIT.notFound, message };
  if (status === 0 || status === 429 || status >= 500) return { code: EXIT.unavailable, message };
  return { code: EXIT.failed, message };
}
