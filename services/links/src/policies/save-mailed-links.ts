import type { CommandClient, Handling, Logger, ProjectionProgress, StoredEvent } from "@satchel/chassis";
import {
  CreateFolder,
  type EventOf,
  type FolderId,
  isSatchelError,
  type LinkId,
  type MailAccepted,
  type MailId,
  partitionOf,
  READ_YOUR_WRITES_MS,
  TITLE_CHARS,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import type { LinkCommands } from "../commands/links.ts";
import { readWebAddress } from "../domain/canonical-url.ts";
import { linkIdOf, savingOf } from "../link-id.ts";

type MailData = EventOf<typeof MailAccepted>["data"];

interface Deps {
  readonly commands: LinkCommands;
  readonly client: CommandClient;
  readonly progress: ProjectionProgress;
  readonly logger: Logger;
}

/**
 * Whenever a mail was accepted, keeps each of its links. Every step's id follows from the mail's event, and each is looked
 * up before it is taken, so a mail that is worked on twice, because a worker died over it or the queue was made anew,
 * changes nothing the second time.
 */
export const saveMailedLinks =
  (deps: Deps) =>
  async (event: StoredEvent): Promise<Handling> => {
    const { at } = event;
    if (event.type !== "MailAccepted" || at.kind !== "aggregate") return "done";
    const { userId } = at;
    const mail = event.data as MailData;
    const mailId = at.aggregateId as MailId;
    const folderId =
      mail.folderName === undefined ? undefined : await folderFor(deps, userId, mail.folderName, event.id);
    const links = linksOf(userId, mail.urls);
    if (links.size < mail.urls.length)
      deps.logger.info({ mailId }, "a mail has links twice, or what is no web address");
    const subject = Array.from(mail.subject).slice(0, TITLE_CHARS).join("");
    // The first link of a mail ends up on top.
    for (const [linkId, url] of [...links].reverse()) {
      const link = {
        userId,
        url,
        origin: { kind: "mail" as const, mailId, sender: mail.sender },
        ...(links.size === 1 ? { suggestedTitle: subject } : {}),
      };
      const context = { commandId: savingOf(event.id, linkId), retry: true };
      if (folderId === undefined) await deps.commands.save(link, context);
      else {
        // The folder may have been deleted meanwhile: the link matters more.
        await deps.commands.save({ ...link, folderId }, context).catch((error: unknown) => {
          if (!isSatchelError(error) || error.code !== "not-found") throw error;
          return deps.commands.save(link, context);
        });
      }
    }
    return "done";
  };

/** The links of a mail in its order, each as it is spelled first. */
function linksOf(userId: UserId, urls: readonly string[]): Map<LinkId, string> {
  const links = new Map<LinkId, string>();
  for (const url of urls) {
    const address = readWebAddress(url);
    if (address === undefined) continue;
    const linkId = linkIdOf(userId, address.canonicalUrl);
    if (!links.has(linkId)) links.set(linkId, url);
  }
  return links;
}

/** The folder that the mail's save address named; undefined where it can't be one, for then the links matter more. */
async function folderFor(
  { client, progress, logger }: Deps,
  userId: UserId,
  name: string,
  mailEventId: string,
): Promise<FolderId | undefined> {
  try {
    const command = { userId, name, parentFolderId: null, orExisting: true };
    const { result, position } = await client.send(CreateFolder, command, v5("folder", mailEventId));
    if (position !== undefined) {
      const { sequence } = position;
      await progress.reached({ projection: "links", partition: partitionOf(userId), sequence }, READ_YOUR_WRITES_MS);
    }
    return result.folderId;
  } catch (error) {
    if (!isSatchelError(error) || (error.code !== "rejected" && error.code !== "invalid")) throw error;
    logger.info({ code: error.code }, "a mail named a folder that can't be");
    return undefined;
  }
}
