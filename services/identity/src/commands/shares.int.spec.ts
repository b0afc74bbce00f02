import { randomBytes } from "node:crypto";
import {
  BlockShare,
  ChangeShare,
  CountVisits,
  CreateShare,
  EndShare,
  EnterShare,
  EraseUser,
  type KeptShare,
  ListShares,
  liveSubject,
  OpenShare,
  type PayloadOf,
  type SessionTokens,
  SetPassword,
  SHARE_TRIES_PER_CLIENT,
  SHARES,
  SHARES_PER_HOUR,
  shareTexts,
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
const someone = (): Promise<SessionTokens> => identity.signIn(`share${++people}@post.example`);

type Choices = Partial<PayloadOf<typeof CreateShare>>;
const asked = (owner: SessionTokens, more: Choices): PayloadOf<typeof CreateShare> => ({
  userId: owner.userId,
  sessionId: claimsOf(owner).sid,
  source: { kind: "folder", folder_id: 1 },
  title: "To read",
  locale: "en",
  ...more,
});
const make = async (owner: SessionTokens, more: Choices = {}): Promise<KeptShare> =>
  (await identity.send(CreateShare, asked(owner, more))).share;
const open = async (name: string) => (await identity.send(OpenShare, { name })).opened;
const listed = async ({ userId }: SessionTokens) => (await identity.send(ListShares, { userId })).shares;
const enter = (name: string, password: string, client = randomBytes(8).toString("hex")) =>
  identity.send(EnterShare, { name, password, client });
const keysOf = async (filter: string): Promise<string[]> => {
  const { state } = await identity.journal.jsm.streams.info(`KV_${SHARES}`, {
    subjects_filter: `$KV.${SHARES}.${filter}`,
  });
  return Object.keys(state.subjects ?? {});
};

test("given an owner, when they share a folder, then a random address opens it, their pages are told, and they get a mail", async () => {
  const email = `share${++people}@post.example`;
  const owner = await identity.signIn(email);
  let told = "";
  identity.bus.nc.subscribe(liveSubject(owner.userId, "*"), { callback: (_, { data }) => void (told += String(data)) });
  await identity.bus.nc.flush();

  const share = await make(owner, { title: "To\nread" });

  expect(share).toMatchObject({ public_name: null, notes: false, expires_at: null, has_password: false });
  expect(share.name).toMatch(/^[\w-]{22}$/);
  expect(await open(share.name)).toMatchObject({ userId: owner.userId, source: share.source, lock: null });
  expect(await listed(owner)).toEqual([share]);
  await eventually(async () => {
    expect(told).not.toBe("");
    expect((await identity.mailsTo(email)).some((mail) => /^Subject: Something is shared/m.test(mail))).toBe(true);
  });
});

test("given a command that is repeated, then it gets what it made; the same folder is not shared twice", async () => {
  const owner = await someone();
  const command = crypto.randomUUID();
  const first = await identity.send(CreateShare, asked(owner, {}), command);
  expect(await identity.sendAgain(CreateShare, asked(owner, {}), command)).toMatchObject({ ok: true, result: first });
  await expect(make(owner)).rejects.toMatchObject({ code: "taken", message: shareTexts.exists });
});

test("given a public name, then it is one share's; when that is renamed or ended, then another may have it", async () => {
  const [owner, other] = [await someone(), await someone()];
  const mine = await make(owner, { publicName: "ada-reading" });
  expect(await open("ada-reading")).toMatchObject({ id: mine.id, isPublic: true });
  await expect(make(other, { publicName: "ada-reading" })).rejects.toMatchObject({ message: shareTexts.nameTaken });
  // Nothing is left of the attempt.
  expect(await listed(other)).toEqual([]);

  const theirs = await make(other, { publicName: "bob" });
  const renaming = { userId: other.userId, shareId: theirs.id, publicName: "ada-reading" };
  await expect(identity.send(ChangeShare, renaming)).rejects.toMatchObject({ message: shareTexts.nameTaken });
  expect((await listed(other))[0]).toMatchObject({ public_name: "bob" });
  expect(await open("bob")).toMatchObject({ id: theirs.id });

  const secret = await identity.send(ChangeShare, { userId: owner.userId, shareId: mine.id, publicName: null });
  expect(await open("ada-reading")).toBeNull();
  expect(await open(secret.share.name)).toMatchObject({ id: mine.id, isPublic: false });
  expect((await identity.send(ChangeShare, renaming)).share.name).toBe("ada-reading");
  expect(await open("ada-reading")).toMatchObject({ id: theirs.id });
  expect(await open("bob")).toBeNull();
});

test("given a change of something else, then the address stays, also when its kind is sent along", async () => {
  const owner = await someone();
  const { id, name } = await make(owner);
  const change = { userId: owner.userId, shareId: id };
  expect((await identity.send(ChangeShare, { ...change, publicName: null, notes: true })).share).toMatchObject({
    name,
    notes: true,
  });
  expect(await open(name)).toMatchObject({ notes: true });
});

test("given an expiry, then the address opens nothing from that moment; a later one opens it again, a past one is refused", async () => {
  const owner = await someone();
  const now = Date.now();
  const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();
  for (const expiresAt of [at(-1), "2030-99-99T99:99:99.999Z"]) {
    await expect(make(owner, { expiresAt })).rejects.toMatchObject({ code: "invalid", message: shareTexts.past });
  }
  const { id, name } = await make(owner, { expiresAt: at(24 * 3600) });
  expect(await open(name)).not.toBeNull();
  identity.passTime(25 * 3600 * 1000);
  expect(await open(name)).toBeNull();
  expect((await listed(owner)).map((share) => share.id)).toEqual([id]);
  await identity.send(ChangeShare, { userId: owner.userId, shareId: id, expiresAt: null });
  expect(await open(name)).not.toBeNull();
});

test("given a password, then only it unlocks; another one locks anew, and nothing stored or shown has it", async () => {
  const owner = await someone();
  const { id, name, ...share } = await make(owner, { password: "open sesame" });
  expect(share.has_password).toBe(true);
  const lock = (await open(name))?.lock;
  expect(lock).toMatch(/^[\w-]{43}$/);
  expect(await enter(name, "open sesamé")).toEqual({ lock: null });
  expect(await enter(name, "open sesame")).toEqual({ lock });
  expect(await enter("nothing-here", "open sesame")).toEqual({ lock: null });
  const stored = await identity.journal.jsm.streams.getMessage(`KV_${SHARES}`, {
    last_by_subj: `$KV.${SHARES}.${owner.userId}.${id}`,
  });
  expect(stored?.string()).not.toContain("sesame");

  const change = { userId: owner.userId, shareId: id };
  await identity.send(ChangeShare, { ...change, password: "open barley" });
  expect((await open(name))?.lock).not.toBe(lock);
  expect(await enter(name, "open sesame")).toEqual({ lock: null });
  await identity.send(ChangeShare, { ...change, password: null });
  expect((await open(name))?.lock).toBeNull();
});

test("given wrong passwords of one client, then it has to wait, for every address; others need not", async () => {
  const owner = await someone();
  const { name } = await make(owner, { password: "open sesame" });
  for (let tried = 0; tried < SHARE_TRIES_PER_CLIENT; tried++) await enter(name, `wrong ${tried}`, "guesser");
  await expect(enter(name, "open sesame", "guesser")).rejects.toMatchObject({ code: "limited" });
  await expect(enter("nothing-here", "x", "guesser")).rejects.toMatchObject({ code: "limited" });
  expect((await enter(name, "open sesame", "somebody else")).lock).not.toBeNull();
});

test("given shares of two accounts, when one changes or ends the other's, then there is none", async () => {
  const [owner, other] = [await someone(), await someone()];
  const theirs = await make(other);
  const foreign = { userId: owner.userId, shareId: theirs.id };
  expect(await identity.send(EndShare, foreign)).toEqual({ ended: false });
  await expect(identity.send(ChangeShare, { ...foreign, notes: true })).rejects.toMatchObject({ code: "not-found" });
  await identity.send(CountVisits, { ...foreign, day: "2026-11-25", count: 3 });
  expect(await listed(other)).toEqual([theirs]);
  expect(await identity.send(EndShare, { userId: other.userId, shareId: theirs.id })).toEqual({ ended: true });
  expect(await open(theirs.name)).toBeNull();
});

test("given visits, then they are added up by day", async () => {
  const owner = await someone();
  const { id: shareId } = await make(owner);
  const { userId } = owner;
  await identity.send(CountVisits, { userId, shareId, day: "2026-11-24", count: 2 });
  await identity.send(CountVisits, { userId, shareId, day: "2026-11-25", count: 1 });
  await identity.send(CountVisits, { userId, shareId, day: "2026-11-25", count: 4 });
  expect((await listed(owner))[0]?.visits).toEqual({
    total: 7,
    days: [
      { day: "2026-11-25", count: 5 },
      { day: "2026-11-24", count: 2 },
    ],
  });
});

test("given a share that the operator ends, then it is closed for good: its owner can't change it, end it or share the same again", async () => {
  const owner = await someone();
  const { id: shareId, name } = await make(owner, { publicName: "bad-things" });
  expect(await identity.send(BlockShare, { name: "unknown" })).toEqual({ blocked: false });
  expect(await identity.send(BlockShare, { name })).toEqual({ blocked: true });
  expect(await open(name)).toBeNull();
  const refused = { code: "rejected", message: shareTexts.endedByOperator };
  const { userId } = owner;
  await expect(identity.send(ChangeShare, { userId, shareId, publicName: "good" })).rejects.toMatchObject(refused);
  await expect(identity.send(EndShare, { userId, shareId })).rejects.toMatchObject(refused);
  await expect(make(owner)).rejects.toMatchObject({ code: "taken" });
  expect((await listed(owner))[0]).toMatchObject({ ended_by_operator: true });
});

test("given a share, when its owner sets a password for the account, then it stays; when they erase the account, then nothing of it is stored", async () => {
  const owner = await someone();
  const before = new Set(await keysOf("at.*"));
  const { name } = await make(owner);
  await identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD });
  expect(await open(name)).not.toBeNull();

  await identity.send(EraseUser, { userId: owner.userId });

  expect(await open(name)).toBeNull();
  expect(await keysOf(`${owner.userId}.*`)).toEqual([]);
  expect((await keysOf("at.*")).filter((key) => !before.has(key))).toEqual([]);
});

test("given many new shares within an hour, then an hour's worth is enough", async () => {
  const owner = await someone();
  const share = (folder_id: number) => make(owner, { source: { kind: "folder", folder_id } });
  for (let made = 1; made <= SHARES_PER_HOUR; made++) await share(made);
  await expect(share(1000)).rejects.toMatchObject({ code: "limited" });
  identity.passTime(3600 * 1000);
  await share(1000);
});
