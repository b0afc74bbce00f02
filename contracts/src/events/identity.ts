import Type from "typebox";
import { ADDRESS_CHARS } from "../limits.ts";
import { UserId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Address = Type.String({ minLength: 3, maxLength: ADDRESS_CHARS });

/** An account came to be: its first address proved itself with a code, and is the primary one. */
export const AccountRegistered = defineEvent("identity", "AccountRegistered", Type.Object({ address: Address }));

/** All of a user is gone. Holds nothing personal; everything below it in the user's subjects is purged. */
export const UserErased = defineEvent("identity", "UserErased", Type.Object({}));

/** An address belongs to this user now, and mail from it is theirs. */
export const AddressClaimed = defineEvent("addresses", "AddressClaimed", Type.Object({ userId: UserId }));

/** The address is free again. */
export const AddressReleased = defineEvent("addresses", "AddressReleased", Type.Object({ userId: UserId }));

export const identityEvents = [AccountRegistered, UserErased] as const;
export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;

export const addressEvents = [AddressClaimed, AddressReleased] as const;
export type AddressEvent = EventOf<(typeof addressEvents)[number]>;
