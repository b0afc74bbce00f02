import Type, { type Static } from "typebox";
import { Tags } from "../fields.ts";
import {
  ADDRESS_CHARS,
  ATTACHMENTS_LEFT_LISTED,
  ATTACHMENTS_PER_MAIL,
  CONFIRMED_CODE_CHARS,
  FILE_NAME_CHARS,
  FOLDER_NAME_CHARS,
  MAIL_COMMANDS,
  MAILED_NOTE_CHARS,
  MAILED_WORDS_CHARS,
  MESSAGE_ID_CHARS,
  NOTES_CHARS,
  SENDER_NAME_CHARS,
  SUBJECT_CHARS,
  TAGS_PER_LINK,
  TAG_CHARS,
  TITLE_CHARS,
  URLS_PER_MAIL,
  URL_CHARS,
} from "../limits/index.ts";
import { CopyId, FolderId, Instant, MailId, SecretAddressId } from "../ids.ts";
import { RemindOn } from "../remind-on.ts";
import { defineEvent } from "./define.ts";

/** The results of the sender's authentication (RFC 7208, 6376, 7489). `off`: the check was disabled by `MAIL_AUTH`. */
export const MailVerdict = Type.Object({
  spf: Type.String(),
  dkim: Type.String(),
  dmarc: Type.String(),
  by: Type.Enum(["dmarc", "dkim", "off"]),
});
export type MailVerdict = Static<typeof MailVerdict>;

const Envelope = {
  sender: Type.String({ maxLength: ADDRESS_CHARS }),
  subject: Type.String({ maxLength: SUBJECT_CHARS }),
  messageId: Type.Optional(Type.String({ maxLength: MESSAGE_ID_CHARS })),
  verdict: MailVerdict,
};

/**
 * What came with a mail and becomes an item: a file, or a mail (`type` message/rfc822) with what is read of it. Its content
 * is stored before the event, under `version`. `url` is its address, of RFC 2392. `title` and `author` are its own; of a
 * mail they are its subject and who wrote it, under the name `siteName`.
 */
export const MailedItem = Type.Object({
  url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
  version: CopyId,
  type: Type.String({ minLength: 1, maxLength: 100 }),
  /** Of the file; that of a mail is its subject. */
  name: Type.String({ maxLength: FILE_NAME_CHARS }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_CHARS })),
  author: Type.Optional(Type.String({ minLength: 1, maxLength: ADDRESS_CHARS })),
  siteName: Type.Optional(Type.String({ minLength: 1, maxLength: SENDER_NAME_CHARS })),
  sentAt: Type.Optional(Instant),
});
export type MailedItem = Static<typeof MailedItem>;

/**
 * Why an attachment did not become an item. Stable codes; their sentences are in `leftOutTexts`. `off`: the account keeps
 * none; `kind`: it is of another kind; `unreadable`: it is broken, or not what it says; `too-many`: others came before it;
 * `no-room`: the account's copies take all that they may.
 */
export const LeftOutReason = Type.Enum(["off", "kind", "unreadable", "too-many", "no-room"]);
export type LeftOutReason = Static<typeof LeftOutReason>;

/** An attachment that did not become an item. */
export const LeftOutAttachment = Type.Object({
  name: Type.String({ maxLength: FILE_NAME_CHARS }),
  reason: LeftOutReason,
});
export type LeftOutAttachment = Static<typeof LeftOutAttachment>;

const LeftOut = Type.Optional(Type.Array(LeftOutAttachment, { minItems: 1, maxItems: ATTACHMENTS_LEFT_LISTED }));

/** The title of a link by its words, with the link's index in `urls`. */
const LinkTitle = Type.Object({
  url: Type.Integer({ minimum: 0, maximum: URLS_PER_MAIL - 1 }),
  title: Type.String({ minLength: 1, maxLength: TITLE_CHARS }),
});

/**
 * A mail came from one of the user's own addresses, with links, or with what becomes an item (`items`), or both. The text
 * of the mail itself is stored only where it is such an item (decisions 22 and 90). `folderName` is the part after `+` in
 * the save address; `title` and `tags` are parsed from the subject, without addresses. Without both, the whole subject is
 * the title, unless it is an address. `linkTitles` are the words of links in HTML, where they are good for a title. `notes`
 * and `remindOn` are the note and the reminder that its first lines ask for. Version 1 had at least one link.
 */
export const MailAccepted = defineEvent(
  "mail",
  "MailAccepted",
  {
    ...Envelope,
    urls: Type.Array(Type.String({ minLength: 1, maxLength: URL_CHARS }), { maxItems: URLS_PER_MAIL }),
    linkTitles: Type.Optional(Type.Array(LinkTitle, { minItems: 1, maxItems: URLS_PER_MAIL })),
    items: Type.Optional(Type.Array(MailedItem, { minItems: 1, maxItems: ATTACHMENTS_PER_MAIL })),
    leftOut: LeftOut,
    notes: Type.Optional(Type.String({ minLength: 1, maxLength: NOTES_CHARS })),
    remindOn: Type.Optional(RemindOn),
    folderName: Type.Optional(Type.String({ minLength: 1, maxLength: FOLDER_NAME_CHARS })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_CHARS })),
    tags: Type.Optional(Tags),
    /** It is a reply to an answer, with links in the place of commands. */
    isReply: Type.Optional(Type.Literal(true)),
  },
  [(data) => data],
);

/**
 * Why a mail of the user's own was refused. Stable codes; their sentences are in `refusalTexts`. `too-complex`:
 * more parts or levels of MIME than are read; `unreadable`: it can't be parsed, or not in time; `loop`: a mail loop;
 * `quoted-links`: its links are in quoted text only, and it may have been submitted by others than the author's domain;
 * `answers-off`: it asks for an answer, and its account has not switched answers on; `attachments-off`: it has no link, and
 * attachments that the account does not keep; `attachments-unusable`: none of its attachments can be kept;
 * `attachments-full`: there was no room for them; `remind-unclear`: its first line asks for a reminder on a day that is none. `too-large` is not used yet: such a mail is refused before its user is known.
 */
export const RefusalReason = Type.Enum([
  "no-url",
  "unreadable",
  "too-complex",
  "too-large",
  "too-many-links",
  "too-many-mails",
  "automatic",
  "loop",
  "quoted-links",
  "answers-off",
  "attachments-off",
  "attachments-unusable",
  "attachments-full",
  "remind-unclear",
]);
export type RefusalReason = Static<typeof RefusalReason>;

/** A mail from one of the user's own addresses was refused. */
export const MailRefused = defineEvent("mail", "MailRefused", { ...Envelope, reason: RefusalReason, leftOut: LeftOut });

/**
 * What a mail tells Satchel to do. `tag`, `folder` and `note` are for the links of the mail that is replied to; `read` is for a
 * result of a search, by its number.
 */
export const MailCommand = Type.Union([
  Type.Object({ kind: Type.Literal("undo") }),
  Type.Object({
    kind: Type.Literal("tag"),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { minItems: 1, maxItems: TAGS_PER_LINK }),
  }),
  Type.Object({
    kind: Type.Literal("folder"),
    name: Type.String({ minLength: 1, maxLength: FOLDER_NAME_CHARS }),
  }),
  Type.Object({ kind: Type.Literal("note"), text: Type.String({ minLength: 1, maxLength: MAILED_NOTE_CHARS }) }),
  Type.Object({ kind: Type.Literal("search"), words: Type.String({ minLength: 1, maxLength: MAILED_WORDS_CHARS }) }),
  Type.Object({ kind: Type.Literal("read"), number: Type.Integer({ minimum: 1, maximum: 999 }) }),
]);
export type MailCommand = Static<typeof MailCommand>;

/**
 * A mail with commands came from one of the user's own addresses, or a reply to an answer. `repliesTo` is the mail whose answer
 * is replied to; missing in a reply that came too late. Without commands it is a reply that was not understood. Of the mail's
 * text, its commands alone are stored.
 */
export const MailCommanded = defineEvent("mail", "MailCommanded", {
  ...Envelope,
  isReply: Type.Boolean(),
  repliesTo: Type.Optional(MailId),
  commands: Type.Array(MailCommand, { maxItems: MAIL_COMMANDS }),
});

/** How a subscription ends (RFC 2369, RFC 8058): by one request that a button sends, or by a page or mail that its reader opens. */
export const Unsubscription = Type.Union([
  Type.Object({ by: Type.Literal("request"), url: Type.String({ maxLength: URL_CHARS }) }),
  Type.Object({ by: Type.Literal("link"), url: Type.String({ maxLength: URL_CHARS }) }),
]);
export type Unsubscription = Static<typeof Unsubscription>;

/** What a mail asks to confirm, such as a forwarding: a code, an address to open, or both. */
export const Confirmation = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: CONFIRMED_CODE_CHARS })),
  url: Type.Optional(Type.String({ minLength: 1, maxLength: URL_CHARS })),
});
export type Confirmation = Static<typeof Confirmation>;

/**
 * A mail came to a secret address, and becomes one item of the archive, at `url` (`mid:`, RFC 2392). Its readable content
 * is stored before this event, under its SHA-256 (`content`, in hex); the mail itself is not. `version` is its copy's. Nobody
 * checked the sender. `folderId` and `tags` are those of the address when the mail came. In version 1 all mails of one
 * Message-ID had one name for their content, "letter".
 */
export const LetterReceived = defineEvent(
  "mail",
  "LetterReceived",
  {
    addressId: SecretAddressId,
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    version: CopyId,
    content: Type.String({ pattern: "^(?:[0-9a-f]{64}|letter)$" }),
    sender: Type.String({ maxLength: ADDRESS_CHARS }),
    senderName: Type.Optional(Type.String({ minLength: 1, maxLength: SENDER_NAME_CHARS })),
    subject: Type.String({ maxLength: SUBJECT_CHARS }),
    sentAt: Type.Optional(Instant),
    folderId: Type.Optional(FolderId),
    tags: Type.Optional(Tags),
    unsubscription: Type.Optional(Unsubscription),
    confirmation: Type.Optional(Confirmation),
  },
  [(data) => ({ ...(data as object), content: "letter" })],
);

export const mailEvents = [MailAccepted, MailRefused, MailCommanded, LetterReceived] as const;
