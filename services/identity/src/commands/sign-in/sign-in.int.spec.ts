import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { addressKey, normaliseAddress, openPool, ProjectionProgress, queriesOver } from "@satchel/chassis";
import {
  ACCESS_TOKEN,
  ACCESS_TOKEN_SECONDS,
  addressSubject,
  aggregateSubject,
  CODE_SECONDS,
  CODE_TRIES,
  CODES_PER_ADDRESS,
  partitionOf,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  StartSignIn,
  texts,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { jwtVerify } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import {
  asking,
  claimsOf,
  codeIn,
  guess,
  otherThan,
  type RunningIdentity,
  runIdentity,
} from "../../../test/running-identity.ts";
import { findUser, type IdentityTables } from "../../queries/index.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const refused = { code: "rejected", message: texts.verification.invalid };
const claimOf = (address: string): string => {
  const normalised = normaliseAddress(address);
  if (normalised === undefined) throw new Error(`${address} is no address`);
  return addressSubject(addressKey(identity.config.ADDRESS_KEY, normalised));
};

test("given a service that answers late, when the command that asked for a code is sent again, then every mail has the code that counts", async () => {
  const address = someone();
  const commandId = randomUUID();
  await Promise.all([
    identity.send(StartSignIn, asking(address), commandId),
    identity.sendAgain(StartSignIn, asking(address), commandId),
  ]);
  await identity.sendAgain(StartSignIn, asking(address), commandId);

  const codes = new Set((await identity.mailsTo(address)).map(codeIn));
  expect(codes.size).toBe(1);
  const [code = ""] = codes;
  expect(await identity.send(VerifyCode, { ...guess(address, code), stayLoggedIn: true })).toMatchObject({
    userId: expect.any(String),
  });
});

describe("a first sign-in", () => {
  test("given no account, when an address is verified, then it has an account, a claim and a verified session", async () => {
    const address = someone();
    const tokens = await identity.signIn(address);

    const { payload } = await jwtVerify(tokens.accessToken, new TextEncoder().encode(identity.config.TOKEN_KEY), {
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      typ: ACCESS_TOKEN.type,
    });
    expect(payload).toMatchObject({ sub: tokens.userId, ver: true });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(ACCESS_TOKEN_SECONDS);
    expect(tokens).toMatchObject({ accessSeconds: ACCESS_TOKEN_SECONDS, stayLoggedIn: true });
    expect(tokens.refreshSeconds).toBe(SESSION_SECONDS_STAY);

    expect(await identity.journal.last(claimOf(address))).toMatchObject({ data: { userId: tokens.userId } });
    const account = await identity.journal.readAggregate(aggregateSubject(tokens.userId, "identity"));
    expect(account).toMatchObject([{ type: "AccountRegistered", data: { address } }]);
  });

  test("given an account, when its owner writes the address in another way, then it is the same account", async () => {
    const address = someone();
    const first = await identity.signIn(address);
    const code = await identity.codeFor(address);
    const email = ` ${address.toUpperCase()} `;
    const second = await identity.send(VerifyCode, { ...guess(email, code), stayLoggedIn: false });

    expect(second.userId).toBe(first.userId);
    expect(second).toMatchObject({ stayLoggedIn: false, refreshSeconds: SESSION_SECONDS });
    expect(claimsOf(second).sid).not.toBe(claimsOf(first).sid);
  });

  test("given a new account, when the tables have reached the answer's position, then a reader sees it", async () => {
    const address = someone();
    const pool = openPool({
      url: identity.config.DATABASE_URL,
      logger: (await import("@satchel/chassis")).createLogger("test", "silent"),
      name: "test",
      connections: 1,
      readOnly: true,
    });
    atEnd(() => pool.end());
    const progress = new ProjectionProgress(identity.bus, pool);
    const code = await identity.codeFor(address);
    const reply = await identity.sendAgain(VerifyCode, guess(address, code), randomUUID());
    if (!reply.ok || reply.position === undefined) throw new Error("a position was expected");
    const { userId } = reply.result as { userId: UserId };
    expect(reply.position).toMatchObject({ projection: "identity", partition: partitionOf(userId) });
    expect(await progress.reached(reply.position, 5000)).toBe(true);

    const db = queriesOver<IdentityTables>(pool);
    const { time } = (await identity.journal.last(aggregateSubject(userId, "identity"))) ?? {};
    const found = {
      created_at: time?.toISOString(),
      sender_emails: [{ email: address, is_primary: true, is_confirmed: true }],
      has_password: false,
    };
    expect(await findUser(db, userId)).toEqual(found);
    expect(await findUser(db, randomUUID() as UserId)).toBeUndefined();

    const { sequence } = await identity.journal.append({
      subject: aggregateSubject(userId, "identity"),
      event: { id: randomUUID(), type: "UserErased", data: {} },
      expected: reply.position.sequence,
    });
    expect(await progress.reached({ ...reply.position, sequence }, 5000)).toBe(true);
    expect(await findUser(db, userId)).toBeUndefined();
    progress.close();
  });
});

describe("the mail", () => {
  test("says that a machine wrote it, comes from the save address' domain, and only its owner may read the file", async () => {
    const address = someone();
    await identity.send(StartSignIn, asking(address, "de"));
    const [mail = ""] = await identity.mailsTo(address);

    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail).toMatch(/^From: Satchel <no-reply@satchel\.example>\r$/m);
    expect(mail).toMatch(/^Subject: \d{6} ist dein Satchel-Code\r$/m);
    expect(mail).toMatch(/^Content-Type: text\/plain/m);
    expect(mail).toMatch(/^Content-Type: text\/html/m);
    // The mails of accounts that were erased above may be removed at any moment.
    const files = await eventually(async () => {
      const names = await readdir(identity.config.OUTBOX_DIR);
      return Promise.all(
        names.map(async (name) => ({ name, mode: (await stat(join(identity.config.OUTBOX_DIR, name))).mode })),
      );
    });
    expect(files.filter(({ name }) => !/^\d{8}T\d{9}Z-[0-9a-f]{8}\.eml$/.test(name))).toEqual([]);
    expect(files.filter(({ mode }) => (mode & 0o777) !== 0o600)).toEqual([]);
  });

  test("is the same whether the address has an account or not", async () => {
    const address = someone();
    const first = await identity.send(StartSignIn, asking(address));
    const [mail = ""] = await identity.mailsTo(address);
    await identity.send(VerifyCode, guess(address, codeIn(mail)));
    const second = await identity.send(StartSignIn, asking(address));
    const again = (await identity.mailsTo(address)).at(-1) ?? "";

    expect(second).toEqual(first);
    const plain = (text: string): string => text.replaceAll(codeIn(text), "CODE");
    const subject = /^Subject: .*$/m;
    expect(subject.exec(plain(again))?.[0]).toBe(subject.exec(plain(mail))?.[0]);
  });

  test("is not sent to an invalid address", async () => {
    await expect(identity.send(StartSignIn, asking("anna at post"))).rejects.toMatchObject({
      code: "invalid",
      data: { errors: [{ path: "/email" }] },
    });
  });
});

describe("a wrong code", () => {
  test("given as many wrong guesses as allowed, when the right code is given, then it is refused", async () => {
    const address = someone();
    const code = await identity.codeFor(address);
    const give = (other: string) => identity.send(VerifyCode, guess(address, other));
    for (let i = 1; i <= CODE_TRIES; i++) await expect(give(otherThan(code, i))).rejects.toMatchObject(refused);

    await expect(give(code)).rejects.toMatchObject(refused);
    expect(await identity.journal.last(claimOf(address))).toBeUndefined();
  });

  test("given one wrong guess less than allowed, when the right code is given, then it is accepted", async () => {
    const address = someone();
    const code = await identity.codeFor(address);
    const give = (other: string) => identity.send(VerifyCode, guess(address, other));
    for (let i = 1; i < CODE_TRIES; i++) await expect(give(otherThan(code, i))).rejects.toMatchObject(refused);

    expect(await give(code)).toMatchObject({ stayLoggedIn: true });
  });

  test("given a code, when it was used, is older than 15 minutes, or a newer one was mailed, then it is refused", async () => {
    const [used, old, replaced] = [someone(), someone(), someone()];
    const give = (email: string, code: string) => identity.send(VerifyCode, guess(email, code));

    const usedCode = await identity.codeFor(used);
    await give(used, usedCode);
    await expect(give(used, usedCode)).rejects.toMatchObject(refused);

    const first = await identity.codeFor(replaced);
    const second = await identity.codeFor(replaced);
    if (first !== second) await expect(give(replaced, first)).rejects.toMatchObject(refused);
    expect(await give(replaced, second)).toBeDefined();

    const oldCode = await identity.codeFor(old);
    identity.passTime(CODE_SECONDS * 1000);
    await expect(give(old, oldCode)).rejects.toMatchObject(refused);
  });

  test("given the code of one address, when another address gives it, then it is refused", async () => {
    const [anna, berta] = [someone(), someone()];
    const code = await identity.codeFor(anna);
    if ((await identity.codeFor(berta)) === code) return;
    await expect(identity.send(VerifyCode, guess(berta, code))).rejects.toMatchObject(refused);
  });
});

test("given as many codes as an address may have, when one more is requested, then the answer says how long to wait", async () => {
  const address = someone();
  const ask = () => identity.send(StartSignIn, asking(address));
  for (let i = 0; i < CODES_PER_ADDRESS; i++) await ask();

  const refusal = await ask().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "limited" });
  expect((refusal as { data: { retryAfter: number } }).data.retryAfter).toBeGreaterThan(CODE_SECONDS - 60);
  expect(await identity.mailsTo(address)).toHaveLength(CODES_PER_ADDRESS);
  identity.passTime(CODE_SECONDS * 1000);
  expect(await ask()).toEqual({ status: "verification_sent" });
});
