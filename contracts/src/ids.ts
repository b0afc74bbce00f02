import Type, { type Static } from "typebox";

/** Matches a UUID as all ids here are written: lower case, with dashes. */
export const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** A validated value; the property exists for the compiler alone. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };

/** A user: a random UUID. It is one token of journal subjects, so nothing but hex digits and dashes may pass. */
export const UserId = Type.Unsafe<Brand<string, "UserId">>(Type.String({ pattern: UUID }));
export type UserId = Static<typeof UserId>;

/**
 * A link: derived from user and canonical URL under the installation's key, so that saving twice gives the same link
 * (decision 1).
 */
export const LinkId = Type.Unsafe<Brand<string, "LinkId">>(Type.String({ pattern: UUID }));
export type LinkId = Static<typeof LinkId>;

/** A version of a link's copy: the UUIDv5 of what it was made from, so that repeated work makes the same version. */
export const CopyId = Type.Unsafe<Brand<string, "CopyId">>(Type.String({ pattern: UUID }));
export type CopyId = Static<typeof CopyId>;

/** A highlight: the id of the command that made it, so that a repeated one makes the same. */
export const HighlightId = Type.Unsafe<Brand<string, "HighlightId">>(Type.String({ pattern: UUID }));
export type HighlightId = Static<typeof HighlightId>;

/** A mail that arrived: the UUIDv5 of user and Message-ID, so that a mail delivered twice is the same mail. */
export const MailId = Type.Unsafe<Brand<string, "MailId">>(Type.String({ pattern: UUID }));
export type MailId = Static<typeof MailId>;

/** A folder: a positive integer, unique for its user and never used again (-1, 0 and -9999 have meanings of their own). */
export const FolderId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
export type FolderId = Static<typeof FolderId>;

/** A folder's id, or 0 for no folder (specification, section 9). */
export const FolderOrNone = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: "0: none" });

/** A session, one token of a KV key. */
export const SessionId = Type.Unsafe<Brand<string, "SessionId">>(Type.String({ pattern: UUID }));
export type SessionId = Static<typeof SessionId>;

/** An API token; as {@link SessionId}, one token of a KV key. */
export const TokenId = Type.Unsafe<Brand<string, "TokenId">>(Type.String({ pattern: UUID }));
export type TokenId = Static<typeof TokenId>;

/**
 * Something shared: the UUIDv5 of its user and what it is of, so that nothing is shared twice; as {@link SessionId}, one
 * token of a KV key.
 */
export const ShareId = Type.Unsafe<Brand<string, "ShareId">>(Type.String({ pattern: UUID }));
export type ShareId = Static<typeof ShareId>;
/** A webhook: an address to which events of an account are sent. */
export const WebhookId = Type.Unsafe<Brand<string, "WebhookId">>(Type.String({ pattern: UUID }));
export type WebhookId = Static<typeof WebhookId>;

/** A feed that an account follows: the UUIDv5 of user and address. */
export const SubscriptionId = Type.Unsafe<Brand<string, "SubscriptionId">>(Type.String({ pattern: UUID }));
export type SubscriptionId = Static<typeof SubscriptionId>;

/** A secret address of an account, which takes mail from anyone (decision 89). */
export const SecretAddressId = Type.Unsafe<Brand<string, "SecretAddressId">>(Type.String({ pattern: UUID }));
export type SecretAddressId = Static<typeof SecretAddressId>;

/** A rule of an account: the id of the command that made it. */
export const RuleId = Type.Unsafe<Brand<string, "RuleId">>(Type.String({ pattern: UUID }));
export type RuleId = Static<typeof RuleId>;

/** What is sent to one webhook about one event, retries and replays included: the header `webhook-id`. */
export const DeliveryId = Type.Unsafe<Brand<string, "DeliveryId">>(Type.String({ pattern: "^msg_[0-9a-f]{32}$" }));
export type DeliveryId = Static<typeof DeliveryId>;

/** A passkey: a random UUID, not the credential's own id. */
export const PasskeyId = Type.Unsafe<Brand<string, "PasskeyId">>(Type.String({ pattern: UUID }));
export type PasskeyId = Static<typeof PasskeyId>;

/** An import of bookmarks. */
export const ImportId = Type.Unsafe<Brand<string, "ImportId">>(Type.String({ pattern: UUID }));
export type ImportId = Static<typeof ImportId>;

/** One call that changed many links. */
export const BulkId = Type.Unsafe<Brand<string, "BulkId">>(Type.String({ pattern: UUID }));
export type BulkId = Static<typeof BulkId>;

/** What a mail changes is undone as one call: under the mail's own id. */
export const bulkOfMail = (mailId: MailId): BulkId => mailId as string as BulkId;

/** An event or a command. Both are UUIDs; an event's id is derived from the command that caused it. */
export const EventId = Type.String({ pattern: UUID });
export type EventId = Static<typeof EventId>;

/** An instant as ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" });
export type Instant = Static<typeof Instant>;

/**
 * The time that an {@link Instant} names. Undefined where there is none: ECMAScript takes the 31st of February for a day of
 * March, and PostgreSQL refuses it, which stops the table that an event with it is for.
 */
export function timeOfInstant(text: string): Date | undefined {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined;
}
