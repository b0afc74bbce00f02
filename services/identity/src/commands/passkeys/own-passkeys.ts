import { type Address, type CommandHandler, handler, type RecordChange } from "@satchel/chassis";
import {
  AddPasskey,
  BeginPasskey,
  ListPasskeys,
  type Locale,
  type Passkey,
  type PasskeyId,
  RemovePasskey,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { singleLine } from "../../mail/content.ts";
import { composeNotice, type NoticeKind } from "../../mail/notice.ts";
import type { Parts } from "../parts.ts";
import type { StoredCredentials } from "../../store/credentials.ts";
import { challengeOf, registrationOptions, verifyAttestation } from "../../passkeys/ceremonies.ts";
import { type Addition, addToKeyring, isFull, type Keyring, removeFromKeyring } from "../../domain/keyring.ts";
import type { RelyingParty } from "../../passkeys/relying-party.ts";
import type { StoredPasskey } from "../../domain/stored-passkey.ts";

/** Stands for a name without visible characters. */
const NAMELESS = "Passkey";

/** Begins adding a passkey: `rejected` when the account has the maximum. */
export const beginPasskey = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(BeginPasskey, async ({ userId }) => {
    const [name, keyring] = await Promise.all([ownerOf(parts, userId), keyringOf(parts, userId)]);
    if (isFull(keyring)) throw new SatchelError("rejected", texts.passkeys.tooMany);
    const challenge = parts.challenges.issue({ kind: "add", userId });
    return { result: { options: await registrationOptions(party, challenge, { userId, name }, keyring) } };
  });

/**
 * Adds the passkey that answered, and informs the owner. Its id follows from the command's, so that a repeated command
 * finds it.
 */
export const addPasskey = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(AddPasskey, async ({ userId, name, response, locale }, { commandId }) => {
    const { accounts, challenges, credentials, clock } = parts;
    const challenge = challengeOf(response);
    if (challenge === undefined || !challenges.stands(challenge, { kind: "add", userId })) throw notAccepted();
    const credential = await verifyAttestation(party, response, challenge);
    if (credential === undefined) throw notAccepted();
    const address = await ownerOf(parts, userId);
    if ((await challenges.use(challenge, commandId)) === "spent") throw notAccepted();

    const passkeyId = uuidv5("passkey", commandId) as PasskeyId;
    const passkey = { ...credential, passkeyId, name: singleLine(name) || NAMELESS, createdAt: clock() };
    const addition = await credentials.change(userId, (standing): RecordChange<StoredCredentials, Addition> => {
      const outcome = addToKeyring(standing?.passkeys ?? [], passkey);
      return outcome.kind === "added" ? { put: { ...standing, passkeys: outcome.keyring }, outcome } : { outcome };
    });
    if (addition.kind === "exists" || addition.kind === "tooMany") {
      throw new SatchelError("rejected", texts.passkeys[addition.kind]);
    }
    if (!(await accounts.stands(userId))) {
      // Erased in between: the record just written must not outlive the account.
      await credentials.remove(userId);
      throw gone();
    }
    if (addition.kind === "added") tell(parts, "passkey-added", address, passkey, locale);
    return { result: shown(addition.passkey) };
  });

/** Lists the passkeys of a user, the oldest first. */
export const listPasskeys = (parts: Parts): CommandHandler =>
  handler(ListPasskeys, async ({ userId }) => ({
    result: { passkeys: (await keyringOf(parts, userId)).map(shown) },
  }));

export const removePasskey = (parts: Parts): CommandHandler =>
  handler(RemovePasskey, async ({ userId, passkeyId, locale }, { retry }) => {
    const address = await ownerOf(parts, userId);
    const removed = await parts.credentials.change(userId, (standing) => {
      const removal = removeFromKeyring(standing?.passkeys ?? [], passkeyId);
      if (removal === undefined) return { outcome: undefined };
      return { put: { ...standing, passkeys: removal.keyring }, outcome: removal.removed };
    });
    if (removed !== undefined) tell(parts, "passkey-removed", address, removed, locale);
    else if (!retry) throw new SatchelError("not-found", texts.passkeys.notFound);
    return { result: {} };
  });

const keyringOf = async ({ credentials }: Parts, userId: UserId): Promise<Keyring> =>
  (await credentials.get(userId))?.passkeys ?? [];

/** The primary address of the account. @throws {SatchelError} `unauthenticated` when the account is gone */
async function ownerOf({ accounts }: Parts, userId: UserId): Promise<Address> {
  const address = await accounts.primaryAddress(userId);
  if (address === undefined) throw gone();
  return address;
}

/** Mails a notice. The mailer logs what it can't deliver. */
function tell(parts: Parts, kind: NoticeKind, address: Address, { name }: StoredPasskey, locale: Locale): void {
  const { mailer, publicUrl, clock } = parts;
  const notice = composeNotice({ kind, address, locale, at: new Date(clock()), publicUrl, subject: name });
  void mailer.send(notice).catch(() => undefined);
}

const instant = (time: number): string => new Date(time).toISOString();

const shown = ({ passkeyId, name, createdAt, lastUsedAt, backedUp }: StoredPasskey): Passkey => ({
  id: passkeyId,
  name,
  created_at: instant(createdAt),
  last_used_at: lastUsedAt === undefined ? null : instant(lastUsedAt),
  synced: backedUp,
});

const notAccepted = (): SatchelError => new SatchelError("rejected", texts.passkeys.invalid);
const gone = (): SatchelError => new SatchelError("unauthenticated", texts.session.expired);
