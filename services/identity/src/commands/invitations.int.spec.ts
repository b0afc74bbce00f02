import { randomUUID } from "node:crypto";
import { type Address, addressKey, openRecords } from "@satchel/chassis";
import {
  addressSubject,
  aggregateSubject,
  EraseUser,
  INVITATION_SECONDS,
  INVITATIONS,
  InviteAddress,
  ListInvitations,
  operatorTexts,
  StartSignIn,
  texts,
  type UserId,
  VerifyCode,
  WithdrawInvitation,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { asking, codesIn, guess, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";
import type { InvitationRecord } from "../domain/invitation.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity({ REGISTRATION: "invited" });
});

let people = 0;
const someone = (): string => `invited${++people}@post.example`;
const closed = { code: "forbidden", message: texts.registration.closed };
const invite = (email: string, language: "en" | "de" = "en") => identity.send(InviteAddress, { email, language });
const open = async (): Promise<string[]> =>
  (await identity.send(ListInvitations, {})).invitations.map(({ email }) => email);
const withdraw = async (email: string): Promise<boolean> =>
  (await identity.send(WithdrawInvitation, { email })).withdrawn;
const claimOf = (email: string) =>
  identity.journal.last(addressSubject(addressKey(identity.config.ADDRESS_KEY, email as Address)));

/** What somebody gets who asks for a code: the answer, and whether a code was mailed. */
async function ask(email: string) {
  const before = (await identity.mailsTo(email)).length;
  const answer = await identity.send(StartSignIn, asking(email));
  const mails = (await identity.mailsTo(email)).slice(before);
  return { answer, code: codesIn(mails)[0], isMailed: mails.length === 1 };
}

describe("registration by invitation", () => {
  test("given an invited address, when its owner gives the code, then they have an account, once; others get what a closed server gives", async () => {
    const [email, stranger] = [someone(), someone()];
    await invite(` ${email.toUpperCase()} `);
    expect(await open()).toEqual([email]);

    const [invited, other] = [await ask(email), await ask(stranger)];
    expect(other.answer).toEqual(invited.answer);
    expect([invited.isMailed, other.isMailed, other.code]).toEqual([true, true, undefined]);
    const { userId } = await identity.send(VerifyCode, guess(email, invited.code ?? ""));

    expect(await open()).toEqual([]);
    expect(await withdraw(email)).toBe(false);
    expect((await identity.signIn(email)).userId).toBe(userId);
    expect(await claimOf(stranger)).toBeUndefined();
    await expect(invite(email)).rejects.toMatchObject({ code: "taken" });

    // Neither the used invitation nor the erased account lets its owner in once more.
    await identity.send(EraseUser, { userId });
    expect((await ask(email)).code).toBeUndefined();
    const { state } = await identity.journal.jsm.streams.info(`KV_${INVITATIONS}`, { subjects_filter: ">" });
    const key = addressKey(identity.config.ADDRESS_KEY, email as Address);
    const records = await openRecords<InvitationRecord>(identity.bus, INVITATIONS);
    expect(Object.keys(state.subjects ?? {}).every((subject) => subject.startsWith("$KV."))).toBe(true);
    expect(await records.get(key)).toBeUndefined();
    await invite(email);
    expect((await identity.signIn(email)).userId).not.toBe(userId);
  });

  test("given a code that was mailed while the address was invited, when the invitation is taken back or over, then it makes no account", async () => {
    const [taken, late] = [someone(), someone()];
    for (const email of [taken, late]) await invite(email);
    const code = (await ask(taken)).code ?? "";
    expect(await withdraw(taken)).toBe(true);
    expect(await withdraw(taken)).toBe(false);
    await expect(identity.send(VerifyCode, guess(taken, code))).rejects.toMatchObject(closed);
    expect(await claimOf(taken)).toBeUndefined();

    identity.passTime(INVITATION_SECONDS * 1000 - 60_000);
    const lateCode = (await ask(late)).code ?? "";
    identity.passTime(60_000);
    await expect(identity.send(VerifyCode, guess(late, lateCode))).rejects.toMatchObject(closed);
    expect((await ask(late)).code).toBeUndefined();
    expect(await open()).toEqual([]);
    await invite(late);
    expect(await open()).toEqual([late]);
    await withdraw(late);
  });

  test("given a code that is given twice and an invitation that is taken back, all at the same moment, then there is one account or none", async () => {
    for (let round = 0; round < 6; round++) {
      const email = someone();
      await invite(email);
      const code = (await ask(email)).code ?? "";
      const replica = round === 0 ? await identity.replica() : undefined;
      const [one, other, back] = await Promise.allSettled([
        identity.send(VerifyCode, guess(email, code)),
        identity.send(VerifyCode, guess(email, code)),
        round % 2 === 0 ? withdraw(email) : undefined,
      ]);
      const users = [one, other].flatMap((each) => (each.status === "fulfilled" ? [each.value.userId] : []));
      const isWithdrawn = back.status === "fulfilled" && back.value === true;
      expect(new Set(users).size).toBe(isWithdrawn ? 0 : 1);
      const claim = await claimOf(email);
      expect(claim?.type === "AddressClaimed").toBe(!isWithdrawn);
      if (!isWithdrawn) {
        const [userId] = users as [UserId];
        expect(claim?.data).toEqual({ userId });
        const events = await identity.journal.readAggregate(aggregateSubject(userId, "identity"));
        expect(events.map(({ type }) => type)).toEqual(["AccountRegistered"]);
      }
      await replica?.stop();
    }
  });

  test("given a process that died after it used the invitation, then the same person continues, and nobody else can", async () => {
    const email = someone();
    await invite(email);
    const records = await openRecords<InvitationRecord>(identity.bus, INVITATIONS);
    const key = addressKey(identity.config.ADDRESS_KEY, email as Address);
    const userId = randomUUID();
    const subject = addressSubject(key);
    await identity.journal.append({
      subject,
      event: { id: randomUUID(), type: "AddressClaimed", data: { userId } },
      expected: 0,
    });
    await records.change(key, (found) => ({
      put: { ...found, usedBy: userId } as InvitationRecord,
      outcome: undefined,
    }));

    expect((await identity.signIn(email)).userId).toBe(userId);
  });

  test("the mail is in the chosen language, leads to the landing page, and has no secret", async () => {
    const [english, german] = [someone(), someone()];
    await invite(english);
    await invite(german, "de");
    const [one = ""] = await identity.mailsTo(english);
    const [other = ""] = await identity.mailsTo(german);
    expect(one).toMatch(/^Subject: You are invited to satchel\.example\r$/m);
    expect(other).toMatch(/^Subject: Du bist zu satchel\.example eingeladen\r$/m);
    for (const mail of [one, other]) expect(mail).toMatch(/^https:\/\/satchel\.example\/\r$/m);
    for (const email of [english, german]) await withdraw(email);
  });

  test.each(["", "no address", "a@b@c", "x".repeat(999), "<script>@x.example", "a\0@x.example"])(
    "%j is not invited",
    async (email) => {
      await expect(invite(email)).rejects.toMatchObject({ code: "invalid" });
      expect(await withdraw(email)).toBe(false);
    },
  );
});

test("a server that makes no accounts by invitation invites nobody, and says so", async () => {
  const other = await runIdentity({ REGISTRATION: "closed" });
  const email = someone();
  await expect(other.send(InviteAddress, { email, language: "en" })).rejects.toMatchObject({
    code: "rejected",
    message: operatorTexts.invitationsOff,
  });
  expect(await other.send(ListInvitations, {})).toEqual({ isOn: false, invitations: [] });
  expect(await other.mailsTo(email)).toEqual([]);
});
