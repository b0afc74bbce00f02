import Type, { type Static } from "typebox";
import { FolderId, LinkId, MailId } from "../ids.ts";
import { ATTACHMENTS_PER_MAIL, URLS_PER_MAIL } from "../limits/index.ts";
import { defineEvent } from "./define.ts";

const PlaceInMail = Type.Integer({ minimum: 0, maximum: URLS_PER_MAIL - 1 });

/** A link of a mail, and the index of its address in the mail's `urls`. */
export const MailedLink = Type.Object({ linkId: LinkId, url: PlaceInMail });
export type MailedLink = Static<typeof MailedLink>;
const MailedLinks = Type.Array(MailedLink, { maxItems: URLS_PER_MAIL });

/** What came with a mail and is an item, by its index in the mail's `items`, and whether it is a new one. */
export const ItemOfMail = Type.Object({
  linkId: LinkId,
  item: Type.Integer({ minimum: 0, maximum: ATTACHMENTS_PER_MAIL - 1 }),
  isNew: Type.Boolean(),
});
export type ItemOfMail = Static<typeof ItemOfMail>;

/**
 * The outcome of a mail: the addresses that were saved, those that were links already, those that are no web addresses
 * (`unusable`), and those for which the account had no room, each by its index in the mail's `urls`. An address that is
 * another spelling of an earlier one is in no list. `items` has what came with it and is an item now; what is in the
 * mail's `items` alone found no room. `folderId` is the folder of the links, if any.
 */
export const MailWorkedThrough = defineEvent("links", "MailWorkedThrough", {
  mailId: MailId,
  saved: MailedLinks,
  known: MailedLinks,
  unusable: Type.Array(PlaceInMail, { maxItems: URLS_PER_MAIL }),
  withoutRoom: Type.Optional(Type.Array(PlaceInMail, { minItems: 1, maxItems: URLS_PER_MAIL })),
  items: Type.Optional(Type.Array(ItemOfMail, { maxItems: ATTACHMENTS_PER_MAIL })),
  folderId: Type.Optional(FolderId),
});

/** Events of the links service about one mail: an aggregate of its own, named by `mailedSubject`. */
export const mailedEvents = [MailWorkedThrough] as const;
