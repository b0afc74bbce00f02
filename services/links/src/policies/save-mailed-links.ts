import type { CommandClient, Handling, Logger, ProjectionProgress, StoredEvent } from "@satchel/chassis";
import {
  CreateFolder,
  type EventOf,
  type FolderId,
  isSatchelError,
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
 * Whenever a mail was accepted, keeps each of its links. Every step's id follows from the mail's event, so a mail that
 * is worked on twice, because a worker died over it, changes nothing the second time.
 */
export const saveMailedLinks =
  (deps: Deps) =>
  async (event: StoredEvent, attempt: number): Promise<Handling> => {
    const { at } = event;
    if (event.type !== "MailAccepted" || at.kind !== "aggregate") return "done";
    const { userId } = at;
    const mail = event.data as MailData;
    const mailId = at.aggregateId as MailId;
    const retry = attempt > 1;
    const folderId =
      mail.folderName === undefined ? undefined : await folderFor(deps, userId, mail.folderName, event.id);
    // The first link of a mail ends up on top.
    for (const url of [...mail.urls].reverse()) {
      const address = readWebAddress(url);
      if (address === undefined) {
        deps.logger.warn({ mailId }, "a mailed link is no web address");
        continue;
      }
      const commandId = savingOf(event.id, linkIdOf(userId, address.canonicalUrl));
      const subject = mail.urls.length === 1 && mail.subject !== "" ? mail.subject.slice(0, TITLE_CHARS) : undefined;
      await deps.commands.save(
        {
          userId,
          url,
          origin: { kind: "mail", mailId, sender: mail.sender },
          ...(subject === undefined ? {} : { suggestedTitle: subject }),
          ...(folderId === undefined ? {} : { folderId }),
        },
        { commandId, retry },
      );
    }
    return "done";
  };

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
