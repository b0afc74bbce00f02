import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEndedSessions } from "@satchel/chassis";
import {
  API_TOKENS,
  API_TOKENS_PER_HOUR,
  API_TOKENS_PER_USER,
  CreateApiToken,
  type CreatedApiToken,
  EndApiToken,
  EndSession,
  EraseUser,
  laterTexts,
  ListApiTokens,
  type PayloadOf,
  RequestPasswordReset,
  ResetPassword,
  type SessionTokens,
  SetPassword,
  TOKEN_CHECK_SECONDS,
  type TokenId,
  UseApiToken,
  type UserId,
  type ValidApiToken,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { ownerOf, PASSWORD } from "../../test/passwords.ts";
import { claimsOf, clientOf, codesIn, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

const DAY_MS = 24 * 3600 * 1000;

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `token${++people}@post.example`;

type Asked = Partial<PayloadOf<typeof CreateApiToken>>;
const asking = (owner: SessionTokens, more: Asked = {}): PayloadOf<typeof CreateApiToken> => ({
  userId: owner.userId,
  sessionId: claimsOf(owner).sid,
  name: "Phone",
  scopes: ["read"],
  locale: "en",
  ...more,
});
const make = (owner: SessionTokens, more?: Asked): Promise<CreatedApiToken> =>
  identity.send(CreateApiToken, asking(owner, more));
const use = async (token: string, device = "curl", address?: string): Promise<ValidApiToken | null> =>
  (await identity.send(UseApiToken, { token, device, ...(address === undefined ? {} : { address }) })).valid;
const listed = async (userId: UserId) => (await identity.send(ListApiTokens, { userId })).tokens;
const isEnded = async (userId: UserId, { id }: CreatedApiToken): Promise<boolean> =>
  (await openEndedSessions(identity.bus)).has(userId, id as never);

test("given an owner, when they make a token, then it opens what they chose, is listed without its secret, and they get a mail", async () => {
  const email = someone();
  const owner = await identity.signIn(email);

  const made = await make(owner, { name: "  My\nphone ", scopes: ["change", "add"] });

  expect(made.token).toMatch(/^satchel_[\w-]{86}$/);
  expect(await use(made.token)).toEqual({
    userId: owner.userId,
    tokenId: made.id,
    folderId: null,
    scopes: ["add", "change"],
    expiresAt: null,
  });
  const [shown, ...others] = await listed(owner.userId);
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ id: made.id, name: "My phone", scopes: ["add", "change"], last_used_by: "curl" });
  expect(JSON.stringify(shown)).not.toContain(made.token.slice(-20));
  const told = /^Subject: An API token was created/m;
  await eventually(async () => expect((await identity.mailsTo(email)).some((mail) => told.test(mail))).toBe(true));
});

test("given a token, when it is used often, then its last use is noted once a minute, with program and address, and no earlier one", async () => {
  const owner = await identity.signIn(someone());
  const { token } = await make(owner);
  await use(token, "curl", "203.0.113.7");
  const first = (await listed(owner.userId))[0]?.last_used_at;
  await use(token, "Firefox on Linux", "2001:db8::7");
  expect((await listed(owner.userId))[0]).toMatchObject({
    last_used_at: first,
    last_used_by: "curl",
    last_used_from: "203.0.113.7",
  });

  identity.passTime(TOKEN_CHECK_SECONDS * 1000);
  await use(token, "Firefox on Linux", "2001:db8::7");

  const [shown] = await listed(owner.userId);
  expect(shown).toMatchObject({ last_used_by: "Firefox on Linux", last_used_from: "2001:db8::7" });
  expect(JSON.stringify(shown)).not.toContain("203.0.113.7");
});

test("given a token with an expiry, when it has passed, then the token opens nothing and is not listed", async () => {
  const owner = await identity.signIn(someone());
  const { token } = await make(owner, { expiresInDays: 1 });
  expect(await use(token)).not.toBeNull();

  identity.passTime(DAY_MS);

  expect(await use(token)).toBeNull();
  expect(await listed(owner.userId)).toEqual([]);
});

test("given wrong tokens of all kinds, then all of them have the same answer, and the right one still opens", async () => {
  const [owner, other] = [await identity.signIn(someone()), await identity.signIn(someone())];
  const [mine, theirs] = [await make(owner), await make(other)];
  const octets = (text: string): Buffer => Buffer.from(text.slice("satchel_".length), "base64url");
  const [a, b] = [octets(mine.token), octets(theirs.token)];
  const mixed = (...parts: Buffer[]): string => `satchel_${Buffer.concat(parts).toString("base64url")}`;
  for (const wrong of [
    mixed(b.subarray(0, 16), a.subarray(16)),
    mixed(a.subarray(0, 16), b.subarray(16)),
    mixed(a.subarray(0, 32), b.subarray(32)),
    mixed(Buffer.alloc(64)),
    mixed(Buffer.alloc(64, 255)),
    "satchel_",
    "",
    "*",
    ">",
  ]) {
    expect([wrong, await use(wrong)]).toEqual([wrong, null]);
  }
  expect(await use(mine.token)).not.toBeNull();
});

test("given tokens of two accounts, when one ends the other's, then there is no such token; its own ends, and gateways are told", async () => {
  const [owner, other] = [await identity.signIn(someone()), await identity.signIn(someone())];
  const [mine, theirs] = [await make(owner), await make(other)];
  const end = (tokenId: TokenId) => identity.send(EndApiToken, { userId: owner.userId, tokenId });

  expect(await end(theirs.id)).toEqual({ ended: false });
  expect(await end(randomUUID() as TokenId)).toEqual({ ended: false });
  expect(await end(mine.id)).toEqual({ ended: true });

  expect(await use(theirs.token)).not.toBeNull();
  expect(await use(mine.token)).toBeNull();
  expect(await isEnded(owner.userId, mine)).toBe(true);
  expect(await end(mine.id)).toEqual({ ended: false });
});

test.each<[string, (owner: SessionTokens, email: string) => Promise<unknown>]>([
  ["sets a password", (owner) => identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD })],
  [
    "resets the password",
    async (_, email) => {
      const client = clientOf(email);
      await identity.send(RequestPasswordReset, { email, locale: "en", client });
      const code = await eventually(async () => {
        const mails = (await identity.mailsTo(email)).filter((mail) => /password/i.test(mail));
        const found = codesIn(mails).at(-1);
        if (found === undefined) throw new Error("no mail with a code");
        return found;
      });
      await identity.send(ResetPassword, { email, code, newPassword: PASSWORD, locale: "en", client });
    },
  ],
  ["erases the account", (owner) => identity.send(EraseUser, { userId: owner.userId })],
])("given a token, when its owner %s, then it ends everywhere, and nothing of it is stored", async (_, change) => {
  const email = someone();
  const owner = await identity.signIn(email);
  const made = await make(owner);

  await change(owner, email);

  expect(await use(made.token)).toBeNull();
  expect(await isEnded(owner.userId, made)).toBe(true);
  const { state } = await identity.journal.jsm.streams.info(`KV_${API_TOKENS}`, {
    subjects_filter: `$KV.${API_TOKENS}.${owner.userId}.*`,
  });
  expect(Object.keys(state.subjects ?? {})).toEqual([]);
});

test("given a session that was ended, or an account that is erased at that moment, when it makes a token, then none remains", async () => {
  const owner = await identity.signIn(someone());
  await identity.send(EndSession, { userId: owner.userId, sessionId: claimsOf(owner).sid });
  await expect(make(owner)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await listed(owner.userId)).toEqual([]);

  for (let round = 0; round < 5; round++) {
    const erased = await identity.signIn(someone());
    const [made] = await Promise.allSettled([make(erased), identity.send(EraseUser, { userId: erased.userId })]);
    if (made.status === "fulfilled") expect(await use(made.value.token)).toBeNull();
    expect(await listed(erased.userId)).toEqual([]);
  }
});

test("given a lost answer, when making it is sent again, then it is the same token with a new secret, and the lost one is void", async () => {
  const owner = await identity.signIn(someone());
  const commandId = randomUUID();
  const first = await identity.send(CreateApiToken, asking(owner), commandId);

  const again = await identity.sendAgain(CreateApiToken, asking(owner), commandId);

  const { result } = again as unknown as { result: CreatedApiToken };
  expect(result.id).toBe(first.id);
  expect(await use(first.token)).toBeNull();
  expect(await use(result.token)).not.toBeNull();
  expect(await listed(owner.userId)).toHaveLength(1);
});

test("given a name without a visible character, then no token is made", async () => {
  const owner = await identity.signIn(someone());
  const refused = { code: "rejected", message: laterTexts.tokens.name };
  await expect(make(owner, { name: " \u200B\n" })).rejects.toMatchObject(refused);
});

test("given many tokens, then an hour's worth is enough for an hour, and an account's worth for an account", async () => {
  const owner = await identity.signIn(someone());
  for (let made = 0; made < API_TOKENS_PER_USER; made++) {
    if (made > 0 && made % API_TOKENS_PER_HOUR === 0) {
      await expect(make(owner)).rejects.toMatchObject({ code: "limited" });
      identity.passTime(3600 * 1000);
    }
    await make(owner);
  }
  await expect(make(owner)).rejects.toMatchObject({ code: "rejected", message: laterTexts.tokens.tooMany });
});

test("given tokens were made and used, then neither what the bus stores nor the log nor a mail has one", async () => {
  const { token } = await make(await identity.signIn(someone()));
  await use(token);
  await use(`${token.slice(0, -4)}AAAA`);
  const secret = Buffer.from(token.slice("satchel_".length), "base64url").subarray(32);
  await identity.nats.restart();

  const forms = [token, token.slice(60), secret.toString("hex"), secret.toString("base64")].map((text) =>
    Buffer.from(text),
  );
  const folder = identity.nats.storeDir;
  for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const content = await readFile(join(name.parentPath, name.name));
    for (const form of [...forms, secret]) expect(content.includes(form)).toBe(false);
  }
  for (const form of forms) expect(identity.log.join("\n")).not.toContain(form.toString());
  for (const mail of await readdir(identity.config.OUTBOX_DIR)) {
    expect(await readFile(join(identity.config.OUTBOX_DIR, mail), "utf8")).not.toContain(token.slice(0, 30));
  }
});
