import { type CommandHandler, digestOwner, handler } from "@satchel/chassis";
import {
  ChooseDigest,
  type Decision,
  type DigestEvent,
  digestSubject,
  NoteDigestBounce,
  SatchelError,
  StopDigest,
  texts,
  type UserId,
} from "@satchel/contracts";
import { noAccount } from "../accounts/accounts.ts";
import { positionOf } from "../accounts/registration.ts";
import { settle } from "../accounts/settle.ts";
import { bounceDigest, chooseDigest, dueDigest, type NextDigest, stopDigest } from "../domain/digest.ts";
import type { Parts } from "./parts.ts";

type Decide = (last: DigestEvent | undefined, now: Date) => Decision<DigestEvent, NextDigest>;

/** Carries out a decision on an account's digest. @returns when the next one comes, and the position of the last event */
async function decideOn(
  { journal, clock }: Pick<Parts, "journal" | "clock">,
  userId: UserId,
  id: string,
  decide: Decide,
) {
  const { decision, sequence } = await settle<DigestEvent, NextDigest>({
    journal,
    subject: digestSubject(userId),
    eventId: id,
    decide: (last) => decide(last, new Date(clock())),
  });
  const nextAt = decision.kind === "event" ? decision.event.data.nextAt : decision.result.nextAt;
  return { result: { nextAt }, position: positionOf(userId, sequence) };
}

/** Makes a digest due whose time has come. The event's id follows from that time, so it happens once. */
export const makeDigestDue = (parts: Pick<Parts, "journal" | "clock">, userId: UserId, id: string): Promise<unknown> =>
  decideOn(parts, userId, id, dueDigest);

/** When an account gets its digest (decision 93). Identity has the setting, for it has the addresses and sends all mail. */
export const digestCommands = (parts: Parts): CommandHandler[] => [
  handler(ChooseDigest, async ({ userId, ...times }, { commandId }) => {
    if (!(await parts.accounts.isRegistered(userId))) throw noAccount();
    return decideOn(parts, userId, commandId, (last, now) => chooseDigest(last, times, now));
  }),
  handler(StopDigest, async ({ token }, { commandId }) => {
    const { position } = await decideOn(parts, ownerOf(parts, token), commandId, stopDigest);
    return { result: {}, position };
  }),
  handler(NoteDigestBounce, async ({ token }, { commandId }) => {
    const { position } = await decideOn(parts, ownerOf(parts, token), commandId, bounceDigest);
    return { result: {}, position };
  }),
];

/** The account of a token, also of one that is erased: it has no digest, so nothing happens. */
function ownerOf({ addressKey }: Pick<Parts, "addressKey">, token: string): UserId {
  const userId = digestOwner(addressKey, token);
  if (userId === undefined) throw new SatchelError("not-found", texts.server.notFound);
  return userId;
}
