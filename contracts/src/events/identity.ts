import Type from "typebox";
import { ADDRESS_CHARS } from "../limits/index.ts";
import { UserId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Address = Type.String({ minLength: 3, maxLength: ADDRESS_CHARS });

/** An account came to be: its first address proved itself with a code, and is the primary one. */
export const AccountRegistered = defineEvent("identity", "AccountRegistered", Type.Object({ address: Address }));

/** The account has a password from now on, or another one. The password is nowhere in the journal. */
export const PasswordSet = defineEvent("identity", "PasswordSet", Type.Object({}));

/** The account has no password any more. */
export const PasswordRemoved = defineEvent("identity", "PasswordRemoved", Type.Object({}));

/** All of a user is gone. Holds nothing personal; everything below it in the user's subjects is purged. */
export const UserErased = defineEvent("identity", "UserErased", Type.Object({}));

/** A further address was named; it counts for nothing until its owner confirms it. */
export const SenderAddressAdded = defineEvent("identity", "SenderAddressAdded", Type.Object({ address: Address }));

/** The owner of the address confirmed it: mail from it is this user's from now on. */
export const SenderAddressConfirmed = defineEvent(
  "identity",
  "SenderAddressConfirmed",
  Type.Object({ address: Address }),
);

/** The address does not belong to the account any more. */
export const SenderAddressRemoved = defineEvent("identity", "SenderAddressRemoved", Type.Object({ address: Address }));

/** An address belongs to this user now, and mail from it is theirs. */
export const AddressClaimed = defineEvent("addresses", "AddressClaimed", Type.Object({ userId: UserId }));

/** The address is free again. */
export const AddressReleased = defineEvent("addresses", "AddressReleased", Type.Object({ userId: UserId }));

/** Events of an account, one aggregate a user. */
export const accountEvents = [AccountRegistered, PasswordSet, PasswordRemoved, UserErased] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;

/** Events of one address of a user, an aggregate of its own, named by the address' key. */
export const senderAddressEvents = [SenderAddressAdded, SenderAddressConfirmed, SenderAddressRemoved] as const;
export type SenderAddressEvent = EventOf<(typeof senderAddressEvents)[number]>;

export const identityEvents = [...accountEvents, ...senderAddressEvents] as const;
export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;

export const addressEvents = [AddressClaimed, AddressReleased] as const;
export type AddressEvent = EventOf<(typeof addressEvents)[number]>;
