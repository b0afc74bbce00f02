import type { Journal } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type LinkId,
  MailAccepted,
  MailCommanded,
  type MailCommandsDone,
  mailedSubject,
  type MailId,
  type MailWorkedThrough,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";

/** A mail of a user, with what came of it; undefined while that is not known. */
export type StoredMail =
  | { readonly kind: "links"; readonly outcome: EventOf<typeof MailWorkedThrough>["data"] | undefined }
  | {
      readonly kind: "commands";
      readonly commanded: EventOf<typeof MailCommanded>["data"];
      readonly done: EventOf<typeof MailCommandsDone>["data"] | undefined;
    };

/** Reads a mail from the journal; undefined when it is not there any more, or was refused. */
export async function readMail(
  journal: Pick<Journal, "last">,
  userId: UserId,
  mailId: MailId,
): Promise<StoredMail | undefined> {
  const mail = await journal.last(aggregateSubject(userId, "mail", mailId));
  if (mail?.type === MailAccepted.type) {
    const outcome = await journal.last(mailedSubject(userId, mailId));
    const isOfMail = outcome !== undefined && outcome.sequence > mail.sequence;
    return {
      kind: "links",
      outcome: isOfMail ? (outcome.data as EventOf<typeof MailWorkedThrough>["data"]) : undefined,
    };
  }
  if (mail?.type !== MailCommanded.type) return undefined;
  const done = await journal.last(aggregateSubject(userId, "post", mailId));
  const isOfMail = done !== undefined && done.sequence > mail.sequence;
  return {
    kind: "commands",
    commanded: mail.data as EventOf<typeof MailCommanded>["data"],
    done: isOfMail ? (done.data as EventOf<typeof MailCommandsDone>["data"]) : undefined,
  };
}

/** The links that a mail brought, and those that were there already: what came with it is among them. */
export function broughtBy({ saved, known, items = [] }: EventOf<typeof MailWorkedThrough>["data"]): {
  readonly saved: LinkId[];
  readonly known: LinkId[];
} {
  const ids = (links: readonly { readonly linkId: LinkId }[]): LinkId[] => links.map(({ linkId }) => linkId);
  return {
    saved: [...ids(saved), ...ids(items.filter(({ isNew }) => isNew))],
    known: [...ids(known), ...ids(items.filter(({ isNew }) => !isNew))],
  };
}

/** The links that a mail was about: those that it brought, or those that its commands were for. @throws while it is not done */
export function linksOf(mail: StoredMail): LinkId[] {
  if (mail.kind === "links") {
    const { saved, known } = broughtBy(mail.outcome ?? notYet());
    return [...saved, ...known];
  }
  return [...(mail.done ?? notYet()).linkIds];
}

/** The outcome of a mail is not known yet: whoever asks may ask again. */
export function notYet(): never {
  throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 2 });
}
