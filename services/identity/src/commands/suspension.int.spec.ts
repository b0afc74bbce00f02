import { createHash, randomBytes, randomUUID } from "node:crypto";
import { openEndedSessions } from "@satchel/chassis";
import {
  aggregateSubject,
  BlockShare,
  ChooseDigest,
  CreateApiToken,
  CreateFeed,
  CreateShare,
  EraseUser,
  FindAccount,
  GrantConnection,
  ListAccounts,
  ListApiTokens,
  ListFeeds,
  ListSessions,
  OpenShare,
  RefreshConnection,
  RefreshSession,
  ResumeAccount,
  SendMail,
  type SessionId,
  type SessionTokens,
  SuspendAccount,
  suspensionSubject,
  texts,
  TradeConnectionCode,
  UseApiToken,
  UseFeed,
  type UserId,
  VerifyCode,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { passkeyUse } from "../../test/passkeys.ts";
import { byPassword, PASSWORD, signedUp } from "../../test/passwords.ts";
import { claimsOf, guess, otherThan, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `suspended${++people}@post.example`;
const suspended = { code: "forbidden", message: texts.login.suspended };
const gone = { code: "unauthenticated", message: texts.session.expired };
const suspend = (userId: UserId) => identity.send(SuspendAccount, { userId });
const resume = (userId: UserId) => identity.send(ResumeAccount, { userId });
const sessionsOf = async ({ userId }: SessionTokens) => (await identity.send(ListSessions, { userId })).sessions;

/** Agrees to an extension in a session, as its page does. */
async function agree(owner: SessionTokens) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { sub: userId, sid: sessionId } = claimsOf(owner);
  const asked = { userId, sessionId, challenge, browser: "chrome", locale: "en" } as const;
  const { code } = await identity.send(GrantConnection, asked);
  return { code, verifier, client: randomUUID() };
}

describe("a suspended account", () => {
  test("given open sessions and an extension, when it is suspended, then they are ended and announced, and a code for an extension is void", async () => {
    const owner = await identity.signIn(someone());
    const extension = await identity.send(TradeConnectionCode, await agree(owner));
    const waiting = await agree(owner);
    const ids = [owner, extension].map((one) => claimsOf(one).sid);

    await suspend(owner.userId);

    const ended = await openEndedSessions(identity.bus);
    for (const id of ids) expect(await ended.has(owner.userId, id)).toBe(true);
    expect(await ended.has(owner.userId, "recheck" as SessionId)).toBe(true);
    expect(await sessionsOf(owner)).toEqual([]);
    await expect(identity.send(RefreshSession, owner)).rejects.toMatchObject(gone);
    await expect(identity.send(RefreshConnection, extension)).rejects.toMatchObject(gone);
    await expect(identity.send(TradeConnectionCode, waiting)).rejects.toMatchObject({ code: "rejected" });
  });

  test("given a code, a password or a passkey that is right, when somebody signs in, then they are told; given a wrong one, then they get the answer of always", async () => {
    const email = someone();
    const { userId } = await signedUp(identity, email, PASSWORD);
    const passkeys = passkeyUse(identity);
    const holder = await passkeys.holder();
    for (const id of [userId, holder.userId]) await suspend(id);

    const code = await identity.codeFor(email);
    await expect(identity.send(VerifyCode, guess(email, otherThan(code)))).rejects.toMatchObject({
      code: "rejected",
      message: texts.verification.invalid,
    });
    await expect(identity.send(VerifyCode, guess(email, code))).rejects.toMatchObject(suspended);
    await expect(byPassword(identity, email, `${PASSWORD}x`)).rejects.toMatchObject({ message: texts.login.invalid });
    await expect(byPassword(identity, email)).rejects.toMatchObject({ message: texts.login.passwordRequired });
    await expect(byPassword(identity, email, PASSWORD)).rejects.toMatchObject(suspended);
    await expect(passkeys.signInWith(await passkeys.answer(holder.authenticator))).rejects.toMatchObject(suspended);
    for (const id of [userId, holder.userId]) expect(await sessionsOf({ userId: id } as SessionTokens)).toEqual([]);

    await resume(userId);
    expect((await byPassword(identity, email, PASSWORD)).userId).toBe(userId);
    expect((await identity.signIn(email)).userId).toBe(userId);
  });

  test("given a token, a feed and something shared, when it is suspended, then none opens anything and none is lost; when it is resumed, then each opens what it did", async () => {
    const owner = await identity.signIn(someone());
    const session = { userId: owner.userId, sessionId: claimsOf(owner).sid, locale: "en" as const };
    const { token } = await identity.send(CreateApiToken, { ...session, name: "Phone", scopes: ["read"] });
    const source = { kind: "all" as const };
    const { secret } = await identity.send(CreateFeed, { ...session, name: "All", source, fullText: false });
    const folder = { kind: "folder" as const, folder_id: 1 };
    const { share } = await identity.send(CreateShare, { ...session, title: "To read", source: folder });
    const opened = async (): Promise<boolean[]> => {
      const answers = await Promise.all([
        identity.send(UseApiToken, { token, device: "curl" }).then(({ valid }) => valid),
        identity.send(UseFeed, { secret, device: "reader" }).then((one) => one.opened),
        identity.send(OpenShare, { name: share.name }).then((one) => one.opened),
      ]);
      return answers.map((answer) => answer !== null);
    };
    expect(await opened()).toEqual([true, true, true]);

    await suspend(owner.userId);
    expect(await opened()).toEqual([false, false, false]);
    expect((await identity.send(ListApiTokens, { userId: owner.userId })).tokens).toEqual([]);
    expect((await identity.send(ListFeeds, { userId: owner.userId })).feeds).toHaveLength(1);

    await resume(owner.userId);
    expect(await opened()).toEqual([true, true, true]);
    expect((await identity.send(ListApiTokens, { userId: owner.userId })).tokens).toHaveLength(1);
    // What the operator ended by itself stays ended.
    await identity.send(BlockShare, { name: share.name });
    expect(await opened()).toEqual([true, true, false]);
  });

  test("gets no mail and no digest, and the one that was missed when it is resumed", async () => {
    const owner = await identity.signIn(someone());
    const { userId } = owner;
    const words = { subject: "S", preview: "P", heading: "H", text: "T", html: "<tr></tr>", footnote: "F" };
    const content = { language: "en", ...words } as const;
    const mail = { userId, kind: "answer", content } as const;
    await identity.send(ChooseDigest, { userId, every: "day", weekday: 1, hour: 6, zone: "UTC", language: "en" });
    const due = async (): Promise<number> => {
      await identity.makeDigestsDue();
      const events = await identity.journal.readAggregate(aggregateSubject(userId, "identity", "digest"));
      return events.filter(({ type }) => type === "DigestDue").length;
    };
    await suspend(userId);
    identity.passTime(2 * 24 * 3600 * 1000);
    await eventually(async () =>
      expect((await identity.send(FindAccount, { userId })).account?.suspendedAt).not.toBeNull(),
    );

    await expect(identity.send(SendMail, mail)).rejects.toMatchObject({ code: "not-found" });
    expect(await due()).toBe(0);

    await resume(userId);
    await eventually(async () => expect(await due()).toBe(1));
    expect(await identity.send(SendMail, mail)).toMatchObject({ outcome: expect.any(String) });
  });

  test("is one event each time, however often it is asked for, and none of an account that is not there", async () => {
    const { userId } = await identity.signIn(someone());
    for (const act of [resume, suspend, suspend, resume, resume, suspend]) await act(userId);
    const events = await identity.journal.readAggregate(suspensionSubject(userId));
    expect(events.map(({ type }) => type)).toEqual(["AccountSuspended", "AccountResumed", "AccountSuspended"]);

    const nobody = randomUUID() as UserId;
    await expect(suspend(nobody)).rejects.toMatchObject({ code: "not-found" });
    await identity.send(EraseUser, { userId });
    await expect(resume(userId)).rejects.toMatchObject({ code: "not-found" });
    await eventually(async () => expect(await identity.journal.last(suspensionSubject(userId))).toBeUndefined());
  });

  test("given a sign-in at the same moment, then either it is refused, or its session is ended", async () => {
    const email = someone();
    const { userId } = await signedUp(identity, email, PASSWORD);
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled([
        byPassword(identity, email, PASSWORD),
        suspend(userId),
        byPassword(identity, email, PASSWORD),
      ]);
      await eventually(async () => expect(await sessionsOf({ userId } as SessionTokens)).toEqual([]));
      await resume(userId);
    }
  });

  test("given a command that died after its event, then what is open is ended all the same", async () => {
    const owner = await identity.signIn(someone());
    await identity.journal.append({
      subject: suspensionSubject(owner.userId),
      event: { id: randomUUID(), type: "AccountSuspended", data: {} },
      expected: 0,
    });
    await eventually(async () => expect(await sessionsOf(owner)).toEqual([]));
  });
});

describe("the operator's list", () => {
  test("pages by the newest account, finds parts of addresses, and says when something open was used last", async () => {
    const emails = Array.from({ length: 53 }, (_, i) => `listed${i}@list-of-people.example`);
    const owners = new Map<string, UserId>();
    const signIn = async (email: string) => owners.set(email, (await identity.signIn(email)).userId);
    // A few at a time, and the last ones one after the other, so that it is known which is the newest.
    for (let at = 0; at < 50; at += 5) await Promise.all(emails.slice(at, at + 5).map(signIn));
    for (const email of emails.slice(50)) await signIn(email);
    const search = "@LIST-of-people.";
    const first = await eventually(async () => {
      const page = await identity.send(ListAccounts, { search });
      expect(page.accounts[0]?.addresses).toEqual(["listed52@list-of-people.example"]);
      return page;
    });
    const second = await identity.send(ListAccounts, { search, after: first.next ?? undefined } as never);

    expect([first.accounts.length, second.accounts.length, second.next]).toEqual([50, 3, null]);
    const all = [...first.accounts, ...second.accounts];
    const ids = all.map(({ userId }) => userId);
    expect(ids.slice(0, 3)).toEqual(
      emails
        .slice(-3)
        .toReversed()
        .map((email) => owners.get(email)),
    );
    expect(new Set(ids)).toEqual(new Set(owners.values()));
    const made = all.map(({ createdAt }) => createdAt);
    expect(made).toEqual(made.toSorted().toReversed());
    expect(all.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);

    const userId = owners.get(emails[0] ?? "") as UserId;
    await suspend(userId);
    await eventually(async () => {
      const { account } = await identity.send(FindAccount, { userId });
      expect([account?.lastUsedAt, typeof account?.suspendedAt]).toEqual([null, "string"]);
    });
    expect((await identity.send(FindAccount, { userId: randomUUID() as UserId })).account).toBeNull();
    for (const text of ["%", "_", "\\", "\0", "'", "listed0@list%"]) {
      expect((await identity.send(ListAccounts, { search: text })).accounts).toHaveLength(0);
    }
  });
});
