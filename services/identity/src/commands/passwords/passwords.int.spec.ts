import {
  ChangePassword,
  ListSessions,
  PASSWORDS_PER_HOUR,
  RefreshSession,
  RemovePassword,
  ResendCode,
  type SessionTokens,
  SetPassword,
  StartSignIn,
  texts,
} from "@satchel/contracts";
import { hash } from "@node-rs/argon2";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { byPassword, eventsOf, ownerOf, PASSWORD, signedUp } from "../../../test/passwords.ts";
import { asking, claimsOf, clientOf, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { type Credentials, openCredentials } from "../../store/credentials.ts";

let identity: RunningIdentity;
let credentials: Credentials;
beforeAll(async () => {
  identity = await runIdentity();
  credentials = await openCredentials(identity.bus);
});

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const refresh = ({ refreshToken }: SessionTokens) => identity.send(RefreshSession, { refreshToken });
const ended = { code: "unauthenticated", message: texts.session.expired };
const invalid = { code: "unauthenticated", message: texts.login.invalid };
const subjectsTo = async (address: string): Promise<string[]> =>
  (await identity.mailsTo(address)).map((mail) => /^Subject: (.*?)\r$/m.exec(mail)?.[1] ?? "");
const noticeTo = (address: string, subject: RegExp) =>
  eventually(async () => (await subjectsTo(address)).some((line) => subject.test(line)));
describe("setting a password", () => {
  test("given an account without one, when its owner sets it, then it opens the account, and all other sessions end", async () => {
    const email = someone();
    const other = await identity.signIn(email);
    const own = await signedUp(identity, email, PASSWORD);

    const tokens = await byPassword(identity, email, PASSWORD);
    expect(tokens.userId).toBe(own.userId);
    expect(claimsOf(tokens).ver).toBe(true);
    await expect(refresh(other)).rejects.toMatchObject(ended);
    expect(await refresh(own)).toMatchObject({ userId: own.userId });
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet"]);
    await noticeTo(email, /has a password now/);
  });

  test("given a password, when another is set, then it is refused and the first stays valid", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    await expect(identity.send(SetPassword, { ...ownerOf(own), newPassword: "another one" })).rejects.toMatchObject({
      code: "rejected",
      message: texts.password.alreadySet,
    });

    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId: own.userId });
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet"]);
  });

  test("given a password that is too short, when it is set, then it is refused and the account has none", async () => {
    const email = someone();
    const own = await signedUp(identity, email);
    await expect(identity.send(SetPassword, { ...ownerOf(own), newPassword: "12345" })).rejects.toMatchObject({
      code: "invalid",
      message: texts.password.tooShort,
    });
    expect(await identity.send(StartSignIn, asking(email))).toEqual({ status: "verification_sent" });
  });
});

describe("changing a password", () => {
  test("given the old one, when it is changed, then only the new one opens the account, and all other sessions end", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const other = await byPassword(identity, email, PASSWORD);
    const change = { ...ownerOf(own), oldPassword: PASSWORD, newPassword: "another one", client: clientOf(email) };
    await identity.send(ChangePassword, change);

    await expect(byPassword(identity, email, PASSWORD)).rejects.toMatchObject(invalid);
    expect(await byPassword(identity, email, "another one")).toMatchObject({ userId: own.userId });
    await expect(refresh(other)).rejects.toMatchObject(ended);
    expect(await refresh(own)).toBeDefined();
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet", "PasswordSet"]);
    await noticeTo(email, /password was changed/);
  });

  test("given a wrong old one, or none to change, when it is changed, then it is refused and nothing changes", async () => {
    const [email, without] = [someone(), someone()];
    const own = await signedUp(identity, email, PASSWORD);
    const bare = await signedUp(identity, without);
    const change = { oldPassword: "wrong one", newPassword: "another one" };
    const wrong = identity.send(ChangePassword, { ...ownerOf(own), ...change, client: clientOf(email) });
    await expect(wrong).rejects.toMatchObject({ code: "rejected", message: texts.password.wrongOld });
    const none = identity.send(ChangePassword, { ...ownerOf(bare), ...change, client: clientOf(without) });
    await expect(none).rejects.toMatchObject({ code: "rejected", message: texts.password.none });

    expect(await byPassword(identity, email, PASSWORD)).toBeDefined();
    expect(await eventsOf(identity, bare.userId)).toEqual(["AccountRegistered"]);
  });

  test("given an account that changes it all the time, each with a mail, then it is limited, and others are not", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const change = (oldPassword: string, newPassword: string) =>
      identity.send(ChangePassword, { ...ownerOf(own), oldPassword, newPassword, client: clientOf(email) });
    // Wrong ones, which somebody else may type, don't count.
    for (let i = 0; i < 3; i++) {
      await expect(change("wrong one", PASSWORD)).rejects.toMatchObject({ message: texts.password.wrongOld });
    }
    for (let i = 1; i < PASSWORDS_PER_HOUR; i++) await change(PASSWORD, PASSWORD);

    await expect(change(PASSWORD, "another one")).rejects.toMatchObject({ code: "limited" });
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId: own.userId });
    await signedUp(identity, someone(), PASSWORD);
  });

  test("given two changes at once that both know the old password, then one is refused because the password has changed", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const [first, second] = ["first new one", "second new one"];
    const results = await Promise.allSettled(
      [first, second].map((newPassword) =>
        identity.send(ChangePassword, { ...ownerOf(own), oldPassword: PASSWORD, newPassword, client: clientOf(email) }),
      ),
    );

    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = results[0]?.status === "fulfilled" ? first : second;
    expect(await byPassword(identity, email, winner)).toBeDefined();
  });
});

test("given others who sign in with the old password at the moment it is changed, then none of their sessions outlives it", async () => {
  const email = someone();
  const own = await signedUp(identity, email, PASSWORD);
  const change = { ...ownerOf(own), oldPassword: PASSWORD, newPassword: "another one", client: clientOf(email) };
  const intruders = () => Array.from({ length: 8 }, () => byPassword(identity, email, PASSWORD));
  await Promise.allSettled([...intruders(), identity.send(ChangePassword, change), ...intruders()]);
  expect(await byPassword(identity, email, "another one")).toBeDefined();

  const { sessions } = await identity.send(ListSessions, { userId: own.userId });
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ sessionId }) => sessionId)).toContain(claimsOf(own).sid);
});

describe("removing a password", () => {
  test("given the old one, when it is removed, then signing in is by code, and all other sessions end", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const other = await byPassword(identity, email, PASSWORD);
    await identity.send(RemovePassword, { ...ownerOf(own), oldPassword: PASSWORD, client: clientOf(email) });

    await expect(byPassword(identity, email, PASSWORD)).rejects.toMatchObject(invalid);
    expect(await identity.send(StartSignIn, asking(email))).toEqual({ status: "verification_sent" });
    await expect(refresh(other)).rejects.toMatchObject(ended);
    expect(await refresh(own)).toBeDefined();
    expect(await eventsOf(identity, own.userId)).toEqual(["AccountRegistered", "PasswordSet", "PasswordRemoved"]);
    await noticeTo(email, /password was removed/);
  });

  test("given a wrong one, when it is removed, then it stays", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const removal = { ...ownerOf(own), oldPassword: "wrong one", client: clientOf(email) };
    await expect(identity.send(RemovePassword, removal)).rejects.toMatchObject({ message: texts.password.wrongOld });
    expect(await byPassword(identity, email, PASSWORD)).toBeDefined();
  });
});

describe("signing in", () => {
  test("given a password, when the address alone is given, then it is asked for and nothing is mailed", async () => {
    const email = someone();
    await signedUp(identity, email, PASSWORD);
    await noticeTo(email, /has a password now/);
    const before = await identity.mailsTo(email);

    expect(await identity.send(StartSignIn, asking(email))).toEqual({ status: "password_required" });
    await expect(byPassword(identity, email)).rejects.toMatchObject({
      code: "unauthenticated",
      message: texts.login.passwordRequired,
    });
    expect(await identity.mailsTo(email)).toEqual(before);
  });

  test("given a password, when its owner asks for a code instead, then it is mailed and opens the account", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    expect(await identity.send(ResendCode, asking(email))).toEqual({ status: "verification_sent" });
    expect(await identity.signIn(email)).toMatchObject({ userId: own.userId });
  });

  test("given an account without a password or no account, when the address alone is given, then a code is mailed", async () => {
    const [known, unknown] = [someone(), someone()];
    await signedUp(identity, known);
    for (const email of [known, unknown]) {
      const before = (await identity.mailsTo(email)).length;
      await expect(byPassword(identity, email)).rejects.toMatchObject({
        code: "unauthenticated",
        message: texts.verification.required,
      });
      expect(await identity.mailsTo(email)).toHaveLength(before + 1);
    }
  });

  test("given a wrong password, an account without one, no account or no address, then the answer is the same", async () => {
    const [wrong, without, unknown] = [someone(), someone(), someone()];
    await signedUp(identity, wrong, PASSWORD);
    await signedUp(identity, without);
    const refusals = await Promise.all(
      [wrong, without, unknown, "no address"].map((email) =>
        byPassword(identity, email, "wrong one").catch((error: { data: unknown }) => error.data),
      ),
    );
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ code: "unauthenticated", detail: texts.login.invalid })]),
    );
  });

  test("given a hash with weaker parameters, when its owner signs in twice at once, then it is replaced, and the password still works", async () => {
    const email = someone();
    const { userId } = await signedUp(identity, email, PASSWORD);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await credentials.change(userId, (current) => ({ put: { ...current, passwordHash: weak }, outcome: undefined }));
    await expect(byPassword(identity, email, "wrong one")).rejects.toMatchObject(invalid);
    expect((await credentials.get(userId))?.passwordHash).toBe(weak);

    const [tokens] = await Promise.all([1, 2].map(() => byPassword(identity, email, PASSWORD)));
    if (tokens === undefined) throw new Error("a session was expected");
    expect((await credentials.get(userId))?.passwordHash).toContain("m=19456,t=2,p=1");
    expect(await refresh(tokens)).toMatchObject({ userId });
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId });
  });
});
