import { changeLinks, type LinkId, undoBulk } from "@satchel/contracts";
import { type Archive, linkOf, openArchive } from "../archive.ts";
import { CommandError, EXIT } from "../exit.ts";
import { readLast, removeLast, writeLast } from "../settings.ts";
import { line, linesOfInput, note, print } from "../terminal.ts";

/** The ids of links that are given, or come by standard input, one on each line. */
async function idsOf(archive: Archive, references: readonly string[]): Promise<LinkId[]> {
  const given = references.length > 0 ? references : await linesOfInput();
  if (given.length === 0) throw new CommandError("Give a link by its id or address.", EXIT.usage);
  const ids = new Set<LinkId>();
  for (const reference of given) ids.add((await linkOf(archive, reference)).id);
  return [...ids];
}

type Change = { readonly action: "delete" } | { readonly action: "tag" | "untag"; readonly tags: string[] };

/** Changes links in one step of `undo`. @returns how many were changed */
async function change(archive: Archive, ids: readonly LinkId[], what: Change): Promise<number> {
  const answer = await archive.call(changeLinks, { body: { ids: [...ids], ...what } });
  if (answer.changed > 0) await writeLast(archive.server, { bulk: answer.bulk_id });
  for (const { id, detail } of answer.failed) note(`${id}: ${line(detail)}`);
  if (answer.failed.length > 0) process.exitCode = EXIT.failed;
  return answer.changed;
}

/** `satchel rm [links...]`: deletes links; they can be restored for 30 days. */
export async function remove(references: readonly string[]): Promise<void> {
  const archive = await openArchive();
  const changed = await change(archive, await idsOf(archive, references), { action: "delete" });
  print(`Deleted ${counted(changed)}. \`satchel undo\` brings back what was deleted.`);
}

interface TagOptions {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** `satchel tag [links...] --add a,b` or `--remove c`. */
export async function tag(references: readonly string[], { add = [], remove: gone = [] }: TagOptions): Promise<void> {
  if ((add.length === 0) === (gone.length === 0)) {
    throw new CommandError("Say either --add or --remove, with tags separated by commas.", EXIT.usage);
  }
  const archive = await openArchive();
  const ids = await idsOf(archive, references);
  const what: Change = add.length > 0 ? { action: "tag", tags: [...add] } : { action: "untag", tags: [...gone] };
  print(`Changed ${counted(await change(archive, ids, what))}.`);
}

/** `satchel undo`: takes back the last change that was made from here. */
export async function undo(): Promise<void> {
  const archive = await openArchive();
  const last = await readLast(archive.server);
  if (last === undefined) throw new CommandError("There is nothing to undo.", EXIT.notFound);
  const { changed } =
    "bulk" in last
      ? await archive.call(undoBulk, { params: { id: last.bulk } })
      : await archive.call(changeLinks, { body: { ids: [...last.saved], action: "delete" } });
  await removeLast();
  print(`Undone for ${counted(changed)}.`);
}

const counted = (count: number): string => (count === 1 ? "1 link" : `${count} links`);
