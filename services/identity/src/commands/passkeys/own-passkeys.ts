import { type CommandHandler, handler, type RateLimit, type RecordChange, singleLine } from "@satchel/chassis";
import {
  AddPasskey,
  BeginPasskey,
  ListPasskeys,
  type Passkey,
  type PasskeyId,
  PASSKEYS_PER_HOUR,
  RemovePasskey,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { noAccount } from "../../accounts/accounts.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";
import type { StoredCredentials } from "../../store/credentials.ts";
import { type Addition, addToKeyring, isFull, type Keyring, removeFromKeyring } from "../../domain/keyring.ts";
import type { RelyingParty } from "../../passkeys/relying-party.ts";
import type { StoredPasskey } from "../../domain/stored-passkey.ts";
import { instantOf, instantOrNull } from "../../domain/instant.ts";

/** The name of a passkey whose given name has no visible character. */
const DEFAULT_NAME = "Passkey";

const NEW: RateLimit = { name: "passkeys", count: PASSKEYS_PER_HOUR, seconds: 3600 };

/** Begins adding a passkey: `rejected` when the account has the maximum. */
export const beginPasskey = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(BeginPasskey, async ({ userId }) => {
    const { registrationOptions } = await import("../../passkeys/ceremonies.ts");
    const [name, keyring] = await Promise.all([parts.accounts.ownerAddress(userId), keyringOf(parts, userId)]);
    if (isFull(keyring)) throw new SatchelError("rejected", texts.passkeys.tooMany);
    const challenge = parts.challenges.issue({ kind: "add", userId });
    return { result: { options: await registrationOptions(party, challenge, { userId, name }, keyring) } };
  });

/**
 * Adds the passkey that answered, and informs the owner. Its id is derived from the command's, so that a repeated
 * command finds it.
 */
export const addPasskey = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(AddPasskey, async ({ userId, name, response, locale }, { commandId, retry }) => {
    const { accounts, challenges, credentials, limits, limitKeys, clock } = parts;
    const { challengeOf, verifyAttestation } = await import("../../passkeys/ceremonies.ts");
    const challenge = challengeOf(response);
    if (challenge === undefined || !challenges.isValid(challenge, { kind: "add", userId })) throw notAccepted();
    const credential = await verifyAttestation(party, response, challenge);
    if (credential === undefined) throw notAccepted();
    const address = await parts.accounts.ownerAddress(userId);
    if (!retry) await limits.take(NEW, limitKeys.ofUser(userId));
    if ((await challenges.use(challenge, commandId)) === "spent") throw notAccepted();

    const passkeyId = uuidv5("passkey", commandId) as PasskeyId;
    const passkey = { ...credential, passkeyId, name: singleLine(name) || DEFAULT_NAME, createdAt: clock() };
    const addition = await credentials.change(userId, (current): RecordChange<StoredCredentials, Addition> => {
      const outcome = addToKeyring(current?.passkeys ?? [], passkey);
      return outcome.kind === "added" ? { put: { ...current, passkeys: outcome.keyring }, outcome } : { outcome };
    });
    if (addition.kind === "exists" || addition.kind === "tooMany") {
      throw new SatchelError("rejected", texts.passkeys[addition.kind]);
    }
    if (!(await accounts.isRegistered(userId))) {
      // Erased in between: the record that was written just now must not outlive the account.
      await credentials.remove(userId);
      throw noAccount();
    }
    if (addition.kind === "added") {
      void notifyOwner(parts, { kind: "passkey-added", address, locale, subject: passkey.name });
    }
    return { result: shown(addition.passkey) };
  });

/** Lists the passkeys of a user, the oldest first. */
export const listPasskeys = (parts: Parts): CommandHandler =>
  handler(ListPasskeys, async ({ userId }) => ({
    result: { passkeys: (await keyringOf(parts, userId)).map(shown) },
  }));

export const removePasskey = (parts: Parts): CommandHandler =>
  handler(RemovePasskey, async ({ userId, passkeyId, locale }, { retry }) => {
    const address = await parts.accounts.ownerAddress(userId);
    const removed = await parts.credentials.change(userId, (current) => {
      const removal = removeFromKeyring(current?.passkeys ?? [], passkeyId);
      if (removal === undefined) return { outcome: undefined };
      return { put: { ...current, passkeys: removal.keyring }, outcome: removal.removed };
    });
    if (removed !== undefined) {
      void notifyOwner(parts, { kind: "passkey-removed", address, locale, subject: removed.name });
    } else if (!retry) throw new SatchelError("not-found", texts.passkeys.notFound);
    return { result: {} };
  });

const keyringOf = async ({ credentials }: Parts, userId: UserId): Promise<Keyring> =>
  (await credentials.get(userId))?.passkeys ?? [];

const shown = ({ passkeyId, name, createdAt, lastUsedAt, backedUp }: StoredPasskey): Passkey => ({
  id: passkeyId,
  name,
  created_at: instantOf(createdAt),
  last_used_at: instantOrNull(lastUsedAt),
  synced: backedUp,
});

const notAccepted = (): SatchelError => new SatchelError("rejected", texts.passkeys.invalid);
