import Type from "typebox";
import { ADDRESS_CHARS, ISSUER_CHARS, OIDC_SUBJECT_CHARS } from "../limits/index.ts";
import { UserId } from "../ids.ts";
import { Locale } from "../locale.ts";
import { defineEvent, type EventOf } from "./define.ts";
import { digestEvents } from "./digests.ts";

const Address = Type.String({ minLength: 3, maxLength: ADDRESS_CHARS });

/** An account was registered: a code has confirmed its first address, which is the primary one. */
export const AccountRegistered = defineEvent("identity", "AccountRegistered", { address: Address });

/** A password was set or changed. The password itself is nowhere in the journal. */
export const PasswordSet = defineEvent("identity", "PasswordSet", {});

/** The password was removed. */
export const PasswordRemoved = defineEvent("identity", "PasswordRemoved", {});

/** The user was erased. It contains nothing personal; all earlier events in the user's subjects are purged. */
export const UserErased = defineEvent("identity", "UserErased", {});

/** An additional sender address was added; it has no effect until its owner confirms it. */
export const SenderAddressAdded = defineEvent("identity", "SenderAddressAdded", { address: Address });

/** The owner of the address confirmed it: mail from it belongs to this user from now on. */
export const SenderAddressConfirmed = defineEvent("identity", "SenderAddressConfirmed", { address: Address });

/** The address was removed from the account. */
export const SenderAddressRemoved = defineEvent("identity", "SenderAddressRemoved", { address: Address });

/** The address of an e-reader was added; no book goes to it until a mailed code confirms it. */
export const ReaderAddressAdded = defineEvent("identity", "ReaderAddressAdded", { address: Address });

/** A mailed code confirmed the address of an e-reader: books may be sent to it. */
export const ReaderAddressConfirmed = defineEvent("identity", "ReaderAddressConfirmed", { address: Address });

/** The address of an e-reader was removed from the account. */
export const ReaderAddressRemoved = defineEvent("identity", "ReaderAddressRemoved", { address: Address });

/**
 * A person of an identity provider was connected to the account: who is signed in there as this subject opens it. An
 * aggregate of its own, named by the keyed hash of both (decision 95).
 */
export const SignInConnected = defineEvent("identity", "SignInConnected", {
  issuer: Type.String({ minLength: 1, maxLength: ISSUER_CHARS }),
  subject: Type.String({ minLength: 1, maxLength: OIDC_SUBJECT_CHARS }),
});

/** The person of an identity provider no longer opens the account. */
export const SignInDisconnected = defineEvent("identity", "SignInDisconnected", {});

/**
 * Answers by mail were switched on or off, and their language was chosen. They are off until then. An aggregate of its own,
 * named by `answersSubject`.
 */
export const AnswersSwitched = defineEvent("identity", "AnswersSwitched", { isOn: Type.Boolean(), language: Locale });

/**
 * The operator suspended the account: nobody signs in to it, and nothing that its secrets open is open, until it is resumed.
 * An aggregate of its own, named by `suspensionSubject`, so that its last event says which it is.
 */
export const AccountSuspended = defineEvent("identity", "AccountSuspended", {});

/** The operator resumed a suspended account. */
export const AccountResumed = defineEvent("identity", "AccountResumed", {});

/**
 * The address belongs to this user now, and so does mail from it. Under the keyed hash of a person of an identity
 * provider: who is signed in as that person opens this user's account.
 */
export const AddressClaimed = defineEvent("addresses", "AddressClaimed", { userId: UserId });

/** The address belongs to no user any more. */
export const AddressReleased = defineEvent("addresses", "AddressReleased", { userId: UserId });

/** Events of an account: one aggregate per user. */
const accountEvents = [AccountRegistered, PasswordSet, PasswordRemoved, UserErased] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;

/** Events of one address of a user: an aggregate of its own, named by the address' key. */
const senderAddressEvents = [SenderAddressAdded, SenderAddressConfirmed, SenderAddressRemoved] as const;
export type SenderAddressEvent = EventOf<(typeof senderAddressEvents)[number]>;

/** Events of one address of an e-reader: an aggregate of its own. */
const readerAddressEvents = [ReaderAddressAdded, ReaderAddressConfirmed, ReaderAddressRemoved] as const;
export type ReaderAddressEvent = EventOf<(typeof readerAddressEvents)[number]>;

/** Events of one person of an identity provider: an aggregate of its own. */
const connectedSignInEvents = [SignInConnected, SignInDisconnected] as const;
export type ConnectedSignInEvent = EventOf<(typeof connectedSignInEvents)[number]>;

const settingEvents = [AnswersSwitched] as const;

const suspensionEvents = [AccountSuspended, AccountResumed] as const;
export type SuspensionEvent = EventOf<(typeof suspensionEvents)[number]>;

export const identityEvents = [
  ...accountEvents,
  ...senderAddressEvents,
  ...readerAddressEvents,
  ...connectedSignInEvents,
  ...digestEvents,
  ...settingEvents,
  ...suspensionEvents,
] as const;
export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;

export const addressEvents = [AddressClaimed, AddressReleased] as const;
export type AddressEvent = EventOf<(typeof addressEvents)[number]>;
