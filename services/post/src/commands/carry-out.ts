import type { Logger } from "@satchel/chassis";
import {
  bulkOfMail,
  ChangeLinks,
  CreateFolder,
  type EventOf,
  type FolderId,
  isSatchelError,
  type LinkId,
  MAILED_RESULTS,
  type MailCommand,
  type MailCommanded,
  type MailCommandFault,
  type MailCommandsDone,
  type MailId,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { annotationOf } from "../domain/command-answers.ts";
import type { Tables } from "../queries/tables.ts";
import { linksOf, readMail } from "./mails.ts";
import { undo, type UndoDeps } from "./undo-mail.ts";

export interface CarryOutDeps extends UndoDeps {
  readonly tables: Tables;
  readonly logger: Logger;
}

/** A mail with commands. */
interface Commands {
  readonly userId: UserId;
  readonly mailId: MailId;
  readonly mail: EventOf<typeof MailCommanded>["data"];
  /** Id of its event, from which the ids of all steps follow. */
  readonly eventId: string;
}

type Done = EventOf<typeof MailCommandsDone>["data"];

const nothing = (fault: MailCommandFault, linkId?: LinkId): Done => ({
  outcome: { kind: "nothing", fault, ...(linkId === undefined ? {} : { linkId }) },
  linkIds: [],
});

/**
 * Carries out the commands of a mail. Each step has an id that follows from the mail's event, so that the same again does
 * nothing more. An undo, a search or an article stand alone; tags, folder and note are one change.
 */
export async function carryOut(deps: CarryOutDeps, commands: Commands): Promise<Done> {
  const { mail } = commands;
  const [first] = mail.commands;
  if (first === undefined) return nothing(mail.isReply && mail.repliesTo === undefined ? "too-late" : "not-understood");
  if (first.kind === "search") return search(deps, commands, first.words);
  if (first.kind === "read") return read(deps, commands, first.number);
  const { repliesTo } = mail;
  if (repliesTo === undefined) return nothing("too-late");
  return first.kind === "undo" ? undoReplied(deps, commands, repliesTo) : annotate(deps, commands, repliesTo);
}

async function search({ tables }: CarryOutDeps, { userId }: Commands, words: string): Promise<Done> {
  try {
    const { links, hasMore } = await tables.search(userId, words, MAILED_RESULTS);
    return { outcome: { kind: "results", linkIds: links.map(({ id }) => id), hasMore }, linkIds: [] };
  } catch (error) {
    if (isSatchelError(error) && error.code === "invalid") return nothing("invalid-search");
    throw error;
  }
}

async function read({ journal, tables }: CarryOutDeps, { userId, mail }: Commands, number: number): Promise<Done> {
  const { repliesTo } = mail;
  const replied = repliesTo === undefined ? undefined : await readMail(journal, userId, repliesTo);
  const outcome = replied?.kind === "commands" ? replied.done?.outcome : undefined;
  const ids = outcome?.kind === "results" ? outcome.linkIds : await tables.latestResults(userId);
  const linkId = ids?.[number - 1];
  const link = linkId === undefined ? undefined : (await tables.findLinks(userId, [linkId])).get(linkId);
  if (linkId === undefined || link === undefined) return nothing("no-such-result");
  const article = await tables.findArticle(userId, linkId);
  return article === undefined ? nothing("no-article", linkId) : { outcome: { kind: "article", linkId }, linkIds: [] };
}

async function undoReplied(deps: CarryOutDeps, { userId, mailId }: Commands, repliesTo: MailId): Promise<Done> {
  const replied = await readMail(deps.journal, userId, repliesTo);
  if (replied === undefined) return nothing("nothing-to-undo");
  const undone = await undo(deps, userId, repliesTo, replied, bulkOfMail(mailId));
  if (undone.deleted + undone.restored === 0) return nothing("nothing-to-undo");
  return { outcome: { kind: "undone", ...undone }, linkIds: linksOf(replied) };
}

async function annotate(deps: CarryOutDeps, commands: Commands, repliesTo: MailId): Promise<Done> {
  const { userId, mailId, mail, eventId } = commands;
  const replied = await readMail(deps.journal, userId, repliesTo);
  const linkIds = replied === undefined ? [] : linksOf(replied);
  if (linkIds.length === 0) return nothing("no-links");
  const { tags, folder, note } = annotationOf(mail.commands as MailCommand[]);
  const folderId = folder === undefined ? undefined : await folderFor(deps, userId, folder, eventId);
  if (folder !== undefined && folderId === undefined) return nothing("no-folder");
  const action = {
    kind: "annotate" as const,
    tags: [...tags],
    ...(folderId === undefined ? {} : { folderId }),
    ...(note === "" ? {} : { note }),
  };
  const command = { userId, bulkId: bulkOfMail(mailId), linkIds, action };
  // It may have been sent before by a process that died: then it answers as it did.
  const { result } = await deps.client.send(ChangeLinks, command, v5("annotate", eventId), true);
  return { outcome: { kind: "changed", changed: result.changed, failed: result.failed.length }, linkIds };
}

/** The folder of this name, made where there is none. Undefined when it can't be made. */
async function folderFor(
  { client, logger }: CarryOutDeps,
  userId: UserId,
  name: string,
  eventId: string,
): Promise<FolderId | undefined> {
  try {
    const command = { userId, name, parentFolderId: null, orExisting: true };
    return (await client.send(CreateFolder, command, v5("folder", eventId))).result.folderId;
  } catch (error) {
    if (!isSatchelError(error) || (error.code !== "rejected" && error.code !== "invalid")) throw error;
    logger.info({ code: error.code }, "the folder that a mail names can't be created");
    return undefined;
  }
}
