import { type CommandHandler, handler, type RecordChange } from "@satchel/chassis";
import {
  BeginPasskeySignIn,
  type PasskeyAssertion,
  SatchelError,
  SignInWithPasskey,
  texts,
  type UserId,
} from "@satchel/contracts";
import { WRONG_TRIES } from "../../store/mailed-codes.ts";
import type { Parts } from "../parts.ts";
import type { StoredCredentials } from "../../store/credentials.ts";
import { type PasskeyUse, useFromKeyring } from "../../domain/keyring.ts";
import { sessionIdOf } from "../../domain/session.ts";
import type { RelyingParty } from "../../passkeys/relying-party.ts";

/** Begins a sign-in. It needs no rate limit, because nothing is stored. */
export const beginPasskeySignIn = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(BeginPasskeySignIn, async () => {
    const { signInOptions } = await import("../../passkeys/ceremonies.ts");
    const challenge = parts.challenges.issue({ kind: "sign-in" });
    return { result: { options: await signInOptions(party, challenge) } };
  });

/**
 * Signs in with the passkey that answered. All faults have the same answer. The time of an answer reveals nothing,
 * because ids of users and passkeys are random and can't be guessed.
 */
export const signInWithPasskey = (parts: Parts, party: RelyingParty): CommandHandler =>
  handler(SignInWithPasskey, async ({ response, stayLoggedIn, client, device }, { commandId, retry }) => {
    // Counted before it is checked, so that parallel attempts can't pass the limit together.
    const wrongTry = await parts.limits.take(WRONG_TRIES, parts.limitKeys.ofClient(client));
    const userId = await verifyPasskey(parts, party, response, commandId);
    if (userId === undefined) throw new SatchelError("unauthenticated", texts.passkeys.invalid);
    await wrongTry.giveBack();
    return {
      result: await parts.sessions.begin(
        sessionIdOf(commandId),
        { userId, stayLoggedIn, verified: true, device },
        retry,
      ),
    };
  });

/** The user of the passkey; undefined when a check fails. */
async function verifyPasskey(
  parts: Parts,
  party: RelyingParty,
  response: PasskeyAssertion,
  commandId: string,
): Promise<UserId | undefined> {
  const { accounts, challenges, clock, credentials, logger } = parts;
  const { challengeOf, userOf, verifyAssertion } = await import("../../passkeys/ceremonies.ts");
  const challenge = challengeOf(response);
  const userId = userOf(response);
  if (challenge === undefined || userId === undefined) return undefined;
  if (!challenges.isValid(challenge, { kind: "sign-in" })) return undefined;
  const keyring = (await credentials.get(userId))?.passkeys ?? [];
  const passkey = keyring.find(({ credentialId }) => credentialId === response.id);
  if (passkey === undefined) return undefined;
  const assertion = await verifyAssertion(party, response, challenge, passkey);
  if (assertion === undefined || !(await accounts.isRegistered(userId))) return undefined;

  const use = await challenges.use(challenge, commandId);
  if (use === "spent") return undefined;
  const { kind } = await credentials.change(userId, (current): RecordChange<StoredCredentials, PasskeyUse> => {
    const outcome = useFromKeyring(current?.passkeys ?? [], passkey.passkeyId, assertion, clock(), use === "again");
    return outcome.kind === "used" ? { put: { ...current, passkeys: outcome.keyring }, outcome } : { outcome };
  });
  if (kind === "copied") {
    logger.warn(
      { userId, passkeyId: passkey.passkeyId },
      "a passkey's counter did not increase: there may be a copy of it",
    );
  }
  return kind === "used" ? userId : undefined;
}
