import { randomBytes } from "node:crypto";
import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ChangeMailSettings,
  ChangeSecretAddress,
  EndSecretAddress,
  laterTexts,
  ListSecretAddresses,
  MakeSecretAddress,
  MUTED_SENDERS,
  MuteSender,
  ReadMailSettings,
  SatchelError,
  SECRET_ADDRESS_RANDOM_CHARS,
  SECRET_ADDRESSES_PER_HOUR,
  SECRET_ADDRESSES_PER_USER,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { cleanName, secretAddressIdOf, secretLocal, withMuted } from "../domain/secret-address.ts";
import type { Parts } from "./parts.ts";
import { ownerOfMade } from "./owner-of-made.ts";

const MAKING = { name: "secret-addresses", count: SECRET_ADDRESSES_PER_HOUR, seconds: 3600 };

const { letters } = laterTexts;

/** @throws {SatchelError} `rejected` for a name without a visible character */
function nameOf(text: string): string {
  const name = cleanName(text);
  if (name === "") throw new SatchelError("rejected", letters.name);
  return name;
}

/** Secret addresses, which take mail from anyone (decision 89), and what is kept of other mails (decision 90). */
export const secretAddressCommands = (parts: Parts): CommandHandler[] => [
  handler(MakeSecretAddress, async ({ userId, sessionId, name, folderId, tags }, { commandId, retry }) => {
    const { limits, limitKeys, secretAddresses, clock } = parts;
    const clean = nameOf(name);
    if (!retry) await limits.take(MAKING, limitKeys.ofUser(userId));
    const local = secretLocal(clean, randomBytes(SECRET_ADDRESS_RANDOM_CHARS));
    const made = { id: secretAddressIdOf(commandId), name: clean, local, folderId, tags, createdAt: clock() };
    const address = await secretAddresses.add(userId, made, SECRET_ADDRESSES_PER_USER);
    if (address === undefined) throw new SatchelError("rejected", letters.tooMany);
    await ownerOfMade(parts, { userId, sessionId }, () => secretAddresses.end(userId, address.id));
    return { result: { address } };
  }),
  handler(ListSecretAddresses, async ({ userId }) => {
    const { addresses, muted } = await parts.secretAddresses.get(userId);
    return { result: { addresses: [...addresses], muted: [...muted] } };
  }),
  handler(ChangeSecretAddress, async ({ userId, addressId, newName, folderId, tags }) => {
    const name = newName === undefined ? undefined : nameOf(newName);
    const address = await parts.secretAddresses.change(userId, addressId, (current) => ({
      ...current,
      ...compact({ name, folderId, tags }),
    }));
    if (address === undefined) throw new SatchelError("not-found", letters.notFound);
    return { result: { address } };
  }),
  handler(EndSecretAddress, async ({ userId, addressId }) => ({
    result: { ended: await parts.secretAddresses.end(userId, addressId) },
  })),
  handler(MuteSender, async ({ userId, sender, isMuted }) => {
    const isChanged = await parts.secretAddresses.mute(userId, (current) => {
      const next = withMuted(current, sender, isMuted);
      return next.muted.length > MUTED_SENDERS ? undefined : next;
    });
    if (!isChanged) throw new SatchelError("rejected", letters.tooManyMuted);
    return { result: {} };
  }),
  handler(ReadMailSettings, async ({ userId }) => {
    const { keepsAttachments = false } = await parts.secretAddresses.get(userId);
    return { result: { keepsAttachments } };
  }),
  handler(ChangeMailSettings, async ({ userId, keepsAttachments }) => {
    await parts.secretAddresses.keepAttachments(userId, keepsAttachments);
    return { result: { keepsAttachments } };
  }),
];
