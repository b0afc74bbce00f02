import { randomUUID } from "node:crypto";
import { type Address, addressKey } from "@satchel/chassis";
import {
  AddSenderAddress,
  addressSubject,
  CODES_PER_ADDRESS,
  ConfirmSenderAddress,
  EraseUser,
  FIRST_ACCOUNT_SUBJECT,
  ResendCode,
  SetPassword,
  StartSignIn,
  texts,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { byPassword, ownerOf, PASSWORD } from "../../test/passwords.ts";
import {
  asking,
  codesIn,
  guess,
  otherThan,
  registeringAt,
  type RunningIdentity,
  runIdentity,
} from "../../test/running-identity.ts";
import type { IdentityConfig } from "../config.ts";
import { ensureAccount } from "./registration.ts";

let people = 0;
const someone = (domain = "post.example"): Address => `person${++people}@${domain}` as Address;
const closed = { code: "forbidden", message: texts.registration.closed };
const CLOSED_MAIL = /^Subject: No Satchel account for this address\r$/m;

const claimOf = ({ journal, config }: RunningIdentity, address: string) =>
  journal.last(addressSubject(addressKey(config.ADDRESS_KEY, address as Address)));

/** Starts the service anew, with another rule. */
async function changeRule(identity: RunningIdentity, REGISTRATION: IdentityConfig["REGISTRATION"]): Promise<void> {
  await identity.stop();
  await identity.replica({ REGISTRATION });
}

/** An address at every call that mails a sign-in code: the answers, and the mails. */
async function atEveryDoor(identity: RunningIdentity, email: string) {
  const answers = [
    await identity.send(StartSignIn, asking(email)),
    await identity.send(ResendCode, asking(email)),
    await byPassword(identity, email).catch(({ code, message }: Error & { code: string }) => ({ code, message })),
  ];
  return { answers, mails: await identity.mailsTo(email) };
}

const asEver = [
  { status: "verification_sent" },
  { status: "verification_sent" },
  { code: "unauthenticated", message: texts.verification.required },
];

async function expectShutOut(identity: RunningIdentity, email: string): Promise<void> {
  const { answers, mails } = await atEveryDoor(identity, email);
  expect(answers).toEqual(asEver);
  expect(mails.map((mail) => CLOSED_MAIL.test(mail))).toEqual([true, true, true]);
  expect(codesIn(mails)).toEqual([]);
  await expect(identity.send(VerifyCode, guess(email, "000000"))).rejects.toMatchObject({ code: "rejected" });
  expect(await claimOf(identity, email)).toBeUndefined();
}

async function expectLetIn(identity: RunningIdentity, email: string): Promise<UserId> {
  const { answers, mails } = await atEveryDoor(identity, email);
  expect(answers).toEqual(asEver);
  const code = codesIn(mails).at(-1) ?? "";
  return (await identity.send(VerifyCode, guess(email, code))).userId;
}

describe("registration by domain", () => {
  test("given domains, then their addresses register and no others; an account may add any further address", async () => {
    const identity = await runIdentity({
      REGISTRATION: "domains",
      REGISTRATION_DOMAINS: "Office.example, bücher.example",
    });
    const own = await expectLetIn(identity, someone("office.example"));
    await expectLetIn(identity, someone("xn--bcher-kva.example"));
    for (const domain of ["post.example", "mail.office.example", "backoffice.example", "office.example.post.example"]) {
      await expectShutOut(identity, someone(domain));
    }

    const further = someone("post.example");
    await identity.send(AddSenderAddress, { userId: own, email: further, locale: "en" });
    const [mail = ""] = await identity.mailsTo(further);
    const token = /#token=(\S{108})/.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? "";
    await identity.send(ConfirmSenderAddress, { userId: own, token });
    expect(await expectLetIn(identity, further)).toBe(own);
  });
});

describe("closed registration", () => {
  test("given accounts of before, then they sign in by code and by password, and nobody registers, also not with a code of before", async () => {
    const identity = await runIdentity();
    const [owner, withPassword, early, gone] = [someone(), someone(), someone(), someone()];
    const own = await identity.signIn(owner);
    const other = await identity.signIn(withPassword);
    await identity.send(SetPassword, { ...ownerOf(other), newPassword: PASSWORD });
    const { userId } = await identity.signIn(gone);
    const earlyCode = await identity.codeFor(early);
    await changeRule(identity, "closed");

    expect(await expectLetIn(identity, owner)).toBe(own.userId);
    expect(await byPassword(identity, withPassword, PASSWORD)).toMatchObject({ userId: other.userId });
    await expect(byPassword(identity, someone(), PASSWORD)).rejects.toMatchObject({ message: texts.login.invalid });
    await expectShutOut(identity, someone());

    // The wrong code is answered as ever: only who has the mailbox learns more.
    await expect(identity.send(VerifyCode, guess(early, otherThan(earlyCode)))).rejects.toMatchObject({
      message: texts.verification.invalid,
    });
    await expect(identity.send(VerifyCode, guess(early, earlyCode))).rejects.toMatchObject(closed);
    expect(await claimOf(identity, early)).toBeUndefined();

    await identity.send(EraseUser, { userId });
    await identity.send(StartSignIn, asking(gone));
    expect(CLOSED_MAIL.test((await identity.mailsTo(gone)).at(-1) ?? "")).toBe(true);
  });

  test("given an address without an account, then its mails are limited as codes are, with the same answer", async () => {
    const identity = await runIdentity();
    const known = someone();
    await identity.signIn(known);
    await changeRule(identity, "closed");
    identity.passTime(3_600_000);

    const answersOf = async (email: string): Promise<unknown[]> => {
      const answers: unknown[] = [];
      for (let i = 0; i <= CODES_PER_ADDRESS; i++) {
        answers.push(await identity.send(StartSignIn, asking(email)).catch(({ code }: { code: string }) => ({ code })));
      }
      return answers;
    };
    const answers = await answersOf(known);
    expect(answers.at(-1)).toEqual({ code: "limited" });
    expect(await answersOf(someone())).toEqual(answers);
  });
});

describe("registration of the first account only", () => {
  test("given 10 people with codes and two replicas, when all give them at once, then one has the account, and the others leave nothing", async () => {
    const identity = await runIdentity({ REGISTRATION: "first" });
    await identity.replica();
    const all = Array.from({ length: 10 }, () => someone());
    const codes = await Promise.all(all.map((address) => identity.codeFor(address)));
    const results = await Promise.allSettled(
      all.map((address, i) => identity.send(VerifyCode, guess(address, codes[i] ?? ""))),
    );

    const winners = all.filter((_, i) => results[i]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject(closed);
    }
    const claimed = await Promise.all(all.map(async (address) => (await claimOf(identity, address)) !== undefined));
    expect(all.filter((_, i) => claimed[i])).toEqual(winners);

    const [winner = ""] = winners;
    const userId = await expectLetIn(identity, winner);
    await expectShutOut(identity, someone());

    await identity.send(EraseUser, { userId });
    const next = await expectLetIn(identity, someone());
    expect(next).not.toBe(userId);
    await expectShutOut(identity, someone());
  });

  test("given a verified address, when 20 registrations of it run at once, then there is one account", async () => {
    const identity = await runIdentity({ REGISTRATION: "first" });
    const address = someone();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ensureAccount(registeringAt(identity), address, randomUUID())),
    );
    const [userId, ...others] = new Set(all.map((account) => account.userId));
    expect(others).toEqual([]);
    expect(await expectLetIn(identity, address)).toBe(userId);
  });

  test("given accounts that are older than the rule, then nobody registers, until the last one is erased", async () => {
    const identity = await runIdentity();
    const [erased, kept] = [await identity.signIn(someone()), await identity.signIn(someone())];
    const early = someone();
    const earlyCode = await identity.codeFor(early);
    await changeRule(identity, "first");

    await identity.send(EraseUser, { userId: erased.userId });
    await expectShutOut(identity, someone());
    await expect(identity.send(VerifyCode, guess(early, earlyCode))).rejects.toMatchObject(closed);
    await identity.send(EraseUser, { userId: kept.userId });
    await expectLetIn(identity, someone());
  });

  test("given a crash after the account was reserved, then its owner continues, and nobody else", async () => {
    const identity = await runIdentity({ REGISTRATION: "first" });
    const owner = someone();
    const userId = randomUUID() as UserId;
    const subjects = [addressSubject(addressKey(identity.config.ADDRESS_KEY, owner)), FIRST_ACCOUNT_SUBJECT];
    for (const subject of subjects) {
      const event = { id: randomUUID(), type: "AddressClaimed", data: { userId } };
      await identity.journal.append({ subject, event, expected: 0 });
    }

    await expectShutOut(identity, someone());
    expect(await expectLetIn(identity, owner)).toBe(userId);
    await expectShutOut(identity, someone());
  });
});
