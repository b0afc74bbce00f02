import { randomUUID } from "node:crypto";
import { addressKey, type Address } from "@satchel/chassis";
import {
  addressSubject,
  aggregateSubject,
  CODE_TRIES,
  CODES_PER_ADDRESS,
  RefreshSession,
  type SessionTokens,
  StartSignIn,
  texts,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import {
  asking,
  claimsOf,
  guess,
  otherThan,
  registeringAt,
  type RunningIdentity,
  runIdentity,
} from "../../test/running-identity.ts";
import { ensureAccount } from "../accounts/registration.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
});

let people = 0;
const someone = (): Address => `person${++people}@post.example` as Address;
const claimOf = (address: Address): string => addressSubject(addressKey(identity.config.ADDRESS_KEY, address));
const fulfilled = <T>(results: PromiseSettledResult<T>[]): T[] =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
const reasons = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code: unknown }).code] : []));
async function sessionIds(): Promise<string[]> {
  const info = await identity.journal.jsm.streams.info("KV_sessions", { subjects_filter: "$KV.sessions.>" });
  return Object.keys(info.state.subjects ?? {}).map((subject) => subject.slice("$KV.sessions.".length));
}

describe("two replicas", () => {
  test("given a code, when it is given 20 times at once, then exactly one session begins", async () => {
    const address = someone();
    const code = await identity.codeFor(address);
    const before = await sessionIds();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => identity.send(VerifyCode, guess(address, code))),
    );

    const [tokens, ...more] = fulfilled(all);
    expect(more).toEqual([]);
    expect(reasons(all)).toEqual(Array(19).fill("rejected"));
    const begun = (await sessionIds()).filter((id) => !before.includes(id));
    const { sub, sid } = claimsOf(tokens as SessionTokens);
    expect(begun).toEqual([`${sub}.${sid}`]);
  });

  test("given a code, when 20 wrong ones are given at once, then the right one is refused afterwards", async () => {
    const address = someone();
    const code = await identity.codeFor(address);
    const wrong = Array.from({ length: 20 }, (_, i) => otherThan(code, i + 1));
    const all = await Promise.allSettled(wrong.map((other) => identity.send(VerifyCode, guess(address, other))));

    expect(reasons(all)).toEqual(Array(20).fill("rejected"));
    const kv = await identity.journal.jsm.streams.getMessage("KV_codes", {
      last_by_subj: `$KV.codes.sign-in.${addressKey(identity.config.ADDRESS_KEY, address)}`,
    });
    expect(kv?.json()).toMatchObject({ tries: CODE_TRIES });
    await expect(identity.send(VerifyCode, guess(address, code))).rejects.toMatchObject({
      code: "rejected",
    });
  });

  test("given an address, when 50 codes are requested at once, then it gets as many mails as its limit allows", async () => {
    const address = someone();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => identity.send(StartSignIn, asking(address))));

    expect(fulfilled(all)).toHaveLength(CODES_PER_ADDRESS);
    expect(reasons(all)).toEqual(Array(50 - CODES_PER_ADDRESS).fill("limited"));
    expect(await identity.mailsTo(address)).toHaveLength(CODES_PER_ADDRESS);
  });

  test("given a verified address, when 50 registrations of it run at once, then there is one account", async () => {
    const address = someone();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ensureAccount(registeringAt(identity), address, randomUUID())),
    );

    const [userId, ...others] = new Set(all.map((registered) => registered.userId));
    expect(others).toEqual([]);
    expect(await identity.journal.readAggregate(claimOf(address))).toMatchObject([{ data: { userId } }]);
    const account = await identity.journal.readAggregate(aggregateSubject(userId as UserId, "identity"));
    expect(account).toMatchObject([{ type: "AccountRegistered", data: { address } }]);
    expect(new Set(all.map(({ position }) => position.sequence))).toEqual(new Set([account[0]?.sequence]));
  });
});

describe("a crash", () => {
  test("given a claim whose account was never registered, when its owner signs in, then that account is registered", async () => {
    const address = someone();
    const userId = randomUUID() as UserId;
    await identity.journal.append({
      subject: claimOf(address),
      event: { id: randomUUID(), type: "AddressClaimed", data: { userId } },
      expected: 0,
    });
    const tokens = await identity.signIn(address);

    expect(tokens.userId).toBe(userId);
    expect(await identity.journal.readAggregate(aggregateSubject(userId, "identity"))).toMatchObject([
      { type: "AccountRegistered", data: { address } },
    ]);
  });

  test("given a released address, when somebody verifies it, then it gets a new account", async () => {
    const address = someone();
    const first = await identity.signIn(address);
    const claim = await identity.journal.last(claimOf(address));
    await identity.journal.append({
      subject: claimOf(address),
      event: { id: randomUUID(), type: "AddressReleased", data: { userId: first.userId } },
      expected: claim?.sequence ?? 0,
    });

    expect((await identity.signIn(address)).userId).not.toBe(first.userId);
  });

  test("given a sign-in whose answer was lost, when the command is sent again, then it is the same session with tokens that work", async () => {
    const address = someone();
    const commandId = randomUUID();
    const payload = guess(address, await identity.codeFor(address));
    const lost = await identity.send(VerifyCode, payload, commandId);
    const reply = await identity.sendAgain(VerifyCode, payload, commandId);
    if (!reply.ok) throw new Error(reply.error.detail);
    const tokens = reply.result as SessionTokens;

    expect(tokens.userId).toBe(lost.userId);
    expect(claimsOf(tokens).sid).toBe(claimsOf(lost).sid);
    expect(await identity.send(RefreshSession, { refreshToken: tokens.refreshToken })).toMatchObject({
      userId: lost.userId,
    });
  });

  test("given a code that was used by one command, when another is sent as a retry, then it is refused", async () => {
    const address = someone();
    const payload = guess(address, await identity.codeFor(address));
    await identity.send(VerifyCode, payload);

    expect(await identity.sendAgain(VerifyCode, payload, randomUUID())).toEqual({
      ok: false,
      error: { code: "rejected", detail: texts.verification.invalid },
    });
  });
});
