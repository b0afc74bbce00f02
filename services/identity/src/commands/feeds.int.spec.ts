import { openEndedSessions } from "@satchel/chassis";
import {
  API_TOKENS,
  CreateApiToken,
  CreateFeed,
  EndApiToken,
  EndFeed,
  EraseUser,
  FEEDS_PER_HOUR,
  FEEDS_PER_USER,
  laterTexts,
  ListApiTokens,
  ListFeeds,
  type PayloadOf,
  type ResultOf,
  type SessionTokens,
  SetPassword,
  UseApiToken,
  UseFeed,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { ownerOf, PASSWORD } from "../../test/passwords.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `feed${++people}@post.example`;

type Made = ResultOf<typeof CreateFeed>;
const make = (owner: SessionTokens, more: Partial<PayloadOf<typeof CreateFeed>> = {}): Promise<Made> =>
  identity.send(CreateFeed, {
    userId: owner.userId,
    sessionId: claimsOf(owner).sid,
    name: "To read",
    source: { kind: "search", q: "tag:read" },
    fullText: true,
    locale: "en",
    ...more,
  });
const use = async (secret: string) => (await identity.send(UseFeed, { secret, device: "curl" })).opened;
const listed = async ({ userId }: SessionTokens) => (await identity.send(ListFeeds, { userId })).feeds;

test("given an owner, when they make a feed, then its secret opens what they chose, it is listed without it, and they get a mail", async () => {
  const email = someone();
  const owner = await identity.signIn(email);

  const { feed, secret } = await make(owner, { name: " To\nread " });

  expect(secret).toMatch(/^[\w-]{86}$/);
  expect(await use(secret)).toMatchObject({
    userId: owner.userId,
    feed: { id: feed.id, name: "To read", source: { kind: "search", q: "tag:read" }, full_text: true },
  });
  const [shown] = await listed(owner);
  expect(shown).toMatchObject({ ...feed, last_used_at: expect.any(String), last_used_by: "curl" });
  expect(JSON.stringify(shown)).not.toContain(secret.slice(-20));
  await eventually(async () =>
    expect((await identity.mailsTo(email)).some((mail) => /^Subject: A feed was created/m.test(mail))).toBe(true),
  );
});

test("given a token and a feed, then neither is taken for the other, listed with the other or ended as the other", async () => {
  const owner = await identity.signIn(someone());
  const { userId } = owner;
  const { feed, secret } = await make(owner);
  const asked = {
    userId,
    sessionId: claimsOf(owner).sid,
    name: "Phone",
    scopes: ["read" as const],
    locale: "en" as const,
  };
  const token = await identity.send(CreateApiToken, asked);
  const bare = token.token.slice("satchel_".length);

  expect(await use(bare)).toBeNull();
  expect(await use(token.token)).toBeNull();
  for (const text of [secret, `satchel_${secret}`]) {
    expect(await identity.send(UseApiToken, { token: text, device: "curl" })).toEqual({ valid: null });
  }
  expect((await listed(owner)).map(({ id }) => id)).toEqual([feed.id]);
  expect((await identity.send(ListApiTokens, { userId })).tokens.map(({ id }) => id)).toEqual([token.id]);
  expect(await identity.send(EndFeed, { userId, feedId: token.id })).toEqual({ ended: false });
  expect(await identity.send(EndApiToken, { userId, tokenId: feed.id })).toEqual({ ended: false });
  expect(await use(secret)).not.toBeNull();
});

test("given feeds of two accounts, when one ends the other's, then there is none; its own ends, and gateways are told", async () => {
  const [owner, other] = [await identity.signIn(someone()), await identity.signIn(someone())];
  const [mine, theirs] = [await make(owner), await make(other)];
  const { userId } = owner;

  expect(await identity.send(EndFeed, { userId, feedId: theirs.feed.id })).toEqual({ ended: false });
  expect(await identity.send(EndFeed, { userId, feedId: mine.feed.id })).toEqual({ ended: true });

  expect(await use(theirs.secret)).not.toBeNull();
  expect(await use(mine.secret)).toBeNull();
  expect(await (await openEndedSessions(identity.bus)).has(userId, mine.feed.id as never)).toBe(true);
});

test.each<[string, (owner: SessionTokens) => Promise<unknown>]>([
  ["sets a password", (owner) => identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD })],
  ["erases the account", ({ userId }) => identity.send(EraseUser, { userId })],
])("given a feed, when its owner %s, then it ends everywhere, and nothing of it is stored", async (_, change) => {
  const owner = await identity.signIn(someone());
  const { feed, secret } = await make(owner);

  await change(owner);

  expect(await use(secret)).toBeNull();
  expect(await (await openEndedSessions(identity.bus)).has(owner.userId, feed.id as never)).toBe(true);
  const { state } = await identity.journal.jsm.streams.info(`KV_${API_TOKENS}`, {
    subjects_filter: `$KV.${API_TOKENS}.${owner.userId}.*`,
  });
  expect(Object.keys(state.subjects ?? {})).toEqual([]);
});

test("given many feeds, then an hour's worth is enough for an hour, and an account's worth for an account", async () => {
  const owner = await identity.signIn(someone());
  for (let made = 0; made < FEEDS_PER_USER; made++) {
    if (made > 0 && made % FEEDS_PER_HOUR === 0) {
      await expect(make(owner)).rejects.toMatchObject({ code: "limited" });
      identity.passTime(3600 * 1000);
    }
    await make(owner);
  }
  await expect(make(owner)).rejects.toMatchObject({ code: "rejected", message: laterTexts.feeds.tooMany });
  await expect(make(owner, { name: "\u200B" })).rejects.toMatchObject({ message: laterTexts.feeds.name });
});
