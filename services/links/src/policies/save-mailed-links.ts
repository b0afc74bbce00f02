import {
  type CommandClient,
  type HandlerResult,
  type Journal,
  type Logger,
  type ProjectionProgress,
  type StoredEvent,
} from "@satchel/chassis";
import {
  CreateFolder,
  type DigestEvent,
  digestSubject,
  type EventOf,
  type FolderId,
  isSatchelError,
  type LinkId,
  type MailAccepted,
  mailedItemKey,
  mailedSubject,
  type MailId,
  bulkOfMail,
  type PayloadOf,
  READ_YOUR_WRITES_MS,
  type SaveLink,
  TITLE_CHARS,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { v5 } from "uuid";
import type { LinkCommands } from "../commands/links.ts";
import { readWebAddress } from "../domain/canonical-url.ts";
import { nameOfItem } from "../domain/mailed-item.ts";
import { reminderAt } from "../domain/reminder.ts";
import { SAVE_TRIES } from "../limits.ts";
import { type LinkIds, savingOf } from "../commands/link-id.ts";
import { linksPosition } from "../commands/load.ts";
import { appendOutcome, type MailOutcome } from "./mail-outcome.ts";
import { type RecurringLinksDeps, recurringLinks } from "./recurring-links.ts";

type MailData = EventOf<typeof MailAccepted>["data"];

interface Deps extends RecurringLinksDeps {
  readonly linkIds: LinkIds;
  readonly journal: Pick<Journal, "append" | "last" | "readBack">;
  readonly commands: LinkCommands;
  readonly client: CommandClient;
  readonly progress: ProjectionProgress;
  readonly logger: Logger;
}

/**
 * Saves the links of each accepted mail, and what came with it, and then appends the outcome. The id of every step is
 * derived from the mail's event, and is looked up before the step, so that a mail is continued after its worker died. A mail
 * with an outcome is not processed again: otherwise a recreated queue would save links again that were purged since.
 */
export const saveMailedLinks =
  (deps: Deps) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    const { at } = event;
    if (event.type !== "MailAccepted" || at.kind !== "aggregate") return "done";
    const { userId } = at;
    const mail = event.data as MailData;
    const mailId = at.aggregateId as MailId;
    const before = await deps.journal.last(mailedSubject(userId, mailId));
    // An earlier event is the outcome of the same mail before it was purged and sent again.
    if (before !== undefined && before.sequence > event.sequence) return "done";

    const found = linksOf(deps, userId, mail);
    const folderId =
      mail.folderName === undefined ? undefined : await folderFor(deps, userId, mail.folderName, event.id);
    const origin = { kind: "mail" as const, mailId, sender: mail.sender };
    const recurring = await recurringLinks(deps, userId, origin, [...found.links.keys()]);
    const remindAt = await reminderOf(deps, userId, mail, event.time);
    const common = {
      userId,
      origin,
      bulkId: bulkOfMail(mailId),
      ...compact({ tags: mail.tags, note: mail.notes, remindAt }),
    };
    const folder = savingInto(folderId, event.id);
    // The first link of a mail is on top of the list, and what came with it below its links.
    const items = await saveItems(deps, folder, { mail, common, isAlone: found.links.size === 0 });
    const { saved, known, withoutRoom } = await saveLinks(deps, folder, { mail, common, found, recurring });
    const outcome = {
      mailId,
      saved,
      known,
      unusable: found.unusable,
      ...(withoutRoom.length === 0 ? {} : { withoutRoom }),
      ...((mail.items ?? []).length === 0 ? {} : { items }),
      ...compact({ folderId: folder.id() }),
    };
    await appendOutcome(deps.journal, userId, event, outcome, before?.sequence ?? 0);
    return "done";
  };

/** What all saves of a mail have in common. */
type Common = Omit<PayloadOf<typeof SaveLink>, "url">;

interface Saving {
  readonly mail: MailData;
  readonly common: Common;
}

/** Saves what came with a mail, the last first. @returns what was saved, in the mail's order: not what has no room */
async function saveItems(
  deps: Deps,
  folder: SavingInto,
  { mail, common, isAlone }: Saving & { readonly isAlone: boolean },
): Promise<NonNullable<MailOutcome["items"]>> {
  const { items: mailed = [] } = mail;
  const isOnlyOne = isAlone && mailed.length === 1;
  const items: NonNullable<MailOutcome["items"]> = [];
  for (const [place, item] of [...mailed.entries()].reverse()) {
    const linkId = deps.linkIds(common.userId, mailedItemKey(item.url));
    const link = {
      ...common,
      url: item.url,
      suggestedTitle: nameOfItem(item),
      ...(isOnlyOne && item.title === undefined ? titleOf(mail) : {}),
    };
    const isNew = await folder.save(linkId, link, deps.commands.saveItem);
    if (isNew !== undefined) items.unshift({ linkId, item: place, isNew });
  }
  return items;
}

type SavedLinks = Pick<MailOutcome, "saved" | "known"> & { readonly withoutRoom: number[] };

/** Saves the links of a mail, the last first. @returns what became of each, in the mail's order */
async function saveLinks(
  deps: Deps,
  folder: SavingInto,
  {
    mail,
    common,
    found: { links, titles },
    recurring,
  }: Saving & { readonly found: LinksOfMail; readonly recurring: ReadonlySet<LinkId> },
): Promise<SavedLinks> {
  const title = titleOf(mail);
  // A forwarded newsletter beside a link has the mail's subject as its title.
  const isOfItem = (mail.items ?? []).some((item) => item.title !== undefined && item.title === title.suggestedTitle);
  const isOnlyOne = links.size - recurring.size === 1 && !isOfItem;
  const { saved, known, withoutRoom }: SavedLinks = { saved: [], known: [], withoutRoom: [] };
  for (const [linkId, place] of [...links].reverse()) {
    if (recurring.has(linkId)) {
      known.unshift({ linkId, url: place });
      continue;
    }
    const link = {
      ...compact({ suggestedTitle: titles.get(linkId) }),
      ...common,
      ...(isOnlyOne ? title : {}),
      url: mail.urls[place] ?? "",
    };
    const isNew = await folder.save(linkId, link, deps.commands.save);
    if (isNew === undefined) withoutRoom.unshift(place);
    else (isNew ? saved : known).unshift({ linkId, url: place });
  }
  return { saved, known, withoutRoom };
}

/** The folder that the links of a mail are saved into. */
interface SavingInto {
  /** Undefined where there is none, or no longer. */
  id(): FolderId | undefined;
  /** @returns whether the link is new; undefined where the account has no room */
  save(linkId: LinkId, link: PayloadOf<typeof SaveLink>, save: LinkCommands["save"]): Promise<boolean | undefined>;
}

function savingInto(first: FolderId | undefined, eventId: string): SavingInto {
  let folderId = first;
  return {
    id: () => folderId,
    save: async (linkId, link, save) => {
      const context = { commandId: savingOf(eventId, linkId), retry: true };
      const attempt = () => save(folderId === undefined ? link : { ...link, folderId }, context);
      try {
        const { result } = await retryConflicts(attempt).catch((error: unknown) => {
          // The folder was deleted in the meantime: the links are saved without it.
          if (folderId === undefined || !isSatchelError(error) || error.code !== "not-found") throw error;
          folderId = undefined;
          return retryConflicts(attempt);
        });
        return result.created;
      } catch (error) {
        if (!isSatchelError(error) || error.code !== "full") throw error;
        return undefined;
      }
    },
  };
}

/** Retries a save at once after a conflict, which mails with the same link cause: the queue's backoff would delay it. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === SAVE_TRIES || !isSatchelError(error) || error.code !== "conflict") throw error;
    }
  }
}

interface LinksOfMail {
  /** In the mail's order, each with the index of its first address in the mail's `urls`. */
  readonly links: Map<LinkId, number>;
  readonly unusable: number[];
  /** The titles that their words suggest. */
  readonly titles: Map<LinkId, string>;
}

function linksOf(
  { linkIds }: Pick<Deps, "linkIds">,
  userId: UserId,
  { urls, linkTitles = [] }: Pick<MailData, "urls" | "linkTitles">,
): LinksOfMail {
  const links = new Map<LinkId, number>();
  const unusable: number[] = [];
  const titles = new Map<LinkId, string>();
  const words = new Map(linkTitles.map(({ url, title }) => [url, title]));
  for (const [place, url] of urls.entries()) {
    const address = readWebAddress(url);
    if (address === undefined) unusable.push(place);
    else {
      const linkId = linkIds(userId, address.canonicalUrl);
      if (!links.has(linkId)) links.set(linkId, place);
      const title = words.get(place);
      if (title !== undefined && !titles.has(linkId)) titles.set(linkId, title);
    }
  }
  return { links, unusable, titles };
}

/** The title that a mail's subject suggests for its only link; none when the subject has only tags or an address. */
function titleOf({ title, tags, subject }: MailData): Pick<PayloadOf<typeof SaveLink>, "suggestedTitle"> {
  const suggested = title ?? (tags === undefined ? subject : undefined);
  return suggested === undefined || /^(?:https?:\/\/|www\.)\S+$/i.test(suggested)
    ? {}
    : { suggestedTitle: Array.from(suggested).slice(0, TITLE_CHARS).join("") };
}

/** The folder that the mail's save address names. Undefined when it can't be created: the links are saved without it. */
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
      await progress.reached(linksPosition(userId, position.sequence), READ_YOUR_WRITES_MS);
    }
    return result.folderId;
  } catch (error) {
    if (!isSatchelError(error) || (error.code !== "rejected" && error.code !== "invalid")) throw error;
    logger.info({ code: error.code }, "the folder that a mail names can't be created");
    return undefined;
  }
}

/** When a mail asks to be reminded, in the zone of its owner: that of the digest, where one was ever chosen. */
async function reminderOf(
  { journal }: Pick<Deps, "journal">,
  userId: UserId,
  { remindOn }: MailData,
  time: Date,
): Promise<string | undefined> {
  if (remindOn === undefined) return undefined;
  const digest = await journal.last(digestSubject(userId));
  return reminderAt(remindOn, (digest?.data as DigestEvent["data"] | undefined)?.zone ?? "UTC", time);
}
