import type { RateLimit } from "@satchel/chassis";
import { type Locale, type Position, SIGN_INS_PER_HOUR, type UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { Person } from "../../domain/connected-sign-in.ts";
import { listSignIns } from "../../queries/index.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";

const NEW: RateLimit = { name: "sign-ins", count: SIGN_INS_PER_HOUR, seconds: 3600 };

interface Connection {
  readonly userId: UserId;
  readonly person: Person;
  /** The language of the mail that informs the owner. */
  readonly locale: Locale;
}

/**
 * Connects a person to an account whose owner has proven that it is theirs, and informs them.
 * @throws {SatchelError} `taken`, `full`, `limited` after too many, or `unauthenticated` when the account is gone
 */
export async function connectPerson(
  parts: Parts,
  { userId, person, locale }: Connection,
  commandId: string,
): Promise<Position> {
  const address = await parts.accounts.ownerAddress(userId);
  await parts.limits.take(NEW, parts.limitKeys.ofUser(userId));
  const { length: count } = await listSignIns(parts.tables, userId);
  const id = uuidv5("SignInConnected", commandId);
  const { isNew, position } = await parts.signIns.connect(userId, person, count, id);
  if (isNew) {
    const subject = parts.providers.labelOf(person.issuer);
    void notifyOwner(parts, { kind: "sign-in-connected", address, locale, subject });
  }
  return position;
}
