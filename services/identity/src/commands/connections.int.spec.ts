import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEndedSessions } from "@satchel/chassis";
import {
  CODE_SECONDS,
  CONNECTION_CODE_SECONDS,
  CONNECTION_SECONDS,
  CONNECTIONS_PER_HOUR,
  EndSession,
  EXTENSION_CLIENT,
  GrantConnection,
  laterTexts,
  ListSessions,
  RefreshConnection,
  RefreshSession,
  type ResultOf,
  SESSION_SECONDS_STAY,
  type SessionTokens,
  SetPassword,
  texts,
  TradeConnectionCode,
  WRONG_CONNECTIONS_PER_CLIENT,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { ownerOf, PASSWORD } from "../../test/passwords.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const refused = { code: "rejected", message: laterTexts.connections.invalid };
const gone = { code: "unauthenticated", message: texts.session.expired };

interface Asked {
  readonly code: string;
  readonly verifier: string;
}
type Connected = ResultOf<typeof TradeConnectionCode>;

/** Agrees to an extension in a session, as its page does. */
async function agree(owner: SessionTokens): Promise<Asked> {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { sub: userId, sid: sessionId } = claimsOf(owner);
  const { code } = await identity.send(GrantConnection, {
    userId,
    sessionId,
    challenge,
    browser: "chrome",
    locale: "en",
  });
  return { code, verifier };
}
const client = (): string => randomUUID();
const trade = (asked: Asked, commandId?: string): Promise<Connected> =>
  identity.send(TradeConnectionCode, { ...asked, client: client() }, commandId);
const connect = async (owner: SessionTokens): Promise<Connected> => trade(await agree(owner));
const refresh = ({ refreshToken }: Pick<Connected, "refreshToken">) =>
  identity.send(RefreshConnection, { refreshToken });
const devicesOf = async ({ userId }: SessionTokens): Promise<string[]> =>
  (await identity.send(ListSessions, { userId })).sessions.map(({ device }) => device).sort();

describe("connecting an extension", () => {
  test("given an agreement, when the extension exchanges the code, then it has its own named session, and the owner gets a mail", async () => {
    const email = someone();
    const owner = await identity.signIn(email);

    const connected = await connect(owner);

    const { sub, sid, ver, client_id } = claimsOf(connected);
    expect({ sub, ver, client_id }).toEqual({ sub: owner.userId, ver: true, client_id: EXTENSION_CLIENT });
    expect(sid).not.toBe(claimsOf(owner).sid);
    expect(connected.email).toBe(email);
    expect(await devicesOf(owner)).toEqual(["Chrome extension", "Firefox on Linux"]);
    const told = /^Subject: A browser extension was connected/m;
    await eventually(async () => (await identity.mailsTo(email)).some((mail) => told.test(mail)));
  });

  test("given a used code, when it comes again with its verifier, then it is refused, and the session of the first use ends", async () => {
    const owner = await identity.signIn(someone());
    const asked = await agree(owner);
    const connected = await trade(asked);

    await expect(trade(asked)).rejects.toMatchObject(refused);

    await expect(refresh(connected)).rejects.toMatchObject(gone);
    const { sub, sid } = claimsOf(connected);
    expect(await (await openEndedSessions(identity.bus)).has(sub, sid)).toBe(true);
    expect(await devicesOf(owner)).toEqual(["Firefox on Linux"]);
  });

  test("given one code, when many exchange it at the same time, then no session remains", async () => {
    const owner = await identity.signIn(someone());
    const asked = await agree(owner);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => trade(asked)));

    for (const result of results) {
      if (result.status === "fulfilled") await expect(refresh(result.value)).rejects.toMatchObject(gone);
    }
    expect(await devicesOf(owner)).toEqual(["Firefox on Linux"]);
  });

  test("given a wrong verifier, then the code is used up, also for the right verifier", async () => {
    const owner = await identity.signIn(someone());
    const asked = await agree(owner);
    const stranger = randomBytes(32).toString("base64url");

    await expect(trade({ ...asked, verifier: stranger })).rejects.toMatchObject(refused);
    await expect(trade(asked)).rejects.toMatchObject(refused);
    expect(await devicesOf(owner)).toEqual(["Firefox on Linux"]);
  });

  test("given two codes with each other's verifiers, then both are refused", async () => {
    const [mine, theirs] = [await identity.signIn(someone()), await identity.signIn(someone())];
    const [one, other] = [await agree(mine), await agree(theirs)];

    await expect(trade({ code: one.code, verifier: other.verifier })).rejects.toMatchObject(refused);
    await expect(trade({ code: other.code, verifier: one.verifier })).rejects.toMatchObject(refused);
  });

  test("given an unused code, when it has expired, then it is refused", async () => {
    const asked = await agree(await identity.signIn(someone()));
    identity.passTime(CONNECTION_CODE_SECONDS * 1000);
    await expect(trade(asked)).rejects.toMatchObject(refused);
  });

  test("given a lost answer, when the exchange is sent again, then it is the same session with a valid token", async () => {
    const owner = await identity.signIn(someone());
    const asked = await agree(owner);
    const commandId = randomUUID();
    const payload = { ...asked, client: client() };
    const first = await identity.send(TradeConnectionCode, payload, commandId);

    const again = await identity.sendAgain(TradeConnectionCode, payload, commandId);

    expect(again).toMatchObject({ ok: true });
    const { result } = again as unknown as { result: Connected };
    expect(claimsOf(result).sid).toBe(claimsOf(first).sid);
    await expect(refresh(first)).rejects.toMatchObject(gone);
    expect(await refresh(result)).toMatchObject({ accessSeconds: expect.any(Number) as number });
  });

  test.each<[string, (owner: SessionTokens, email: string) => Promise<unknown>]>([
    [
      "signs out of the session they agreed in",
      (owner) => identity.send(EndSession, { userId: owner.userId, sessionId: claimsOf(owner).sid }),
    ],
    ["sets a password", (owner) => identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD })],
  ])("given the owner agreed and then %s, when the code is traded in, then it is refused", async (_, change) => {
    const email = someone();
    const owner = await identity.signIn(email);
    const asked = await agree(owner);
    await change(owner, email);

    await expect(trade(asked)).rejects.toMatchObject(refused);
    expect(await devicesOf(owner)).not.toContain("Chrome extension");
  });

  test("given too many agreements or too many wrong codes, then the next has to wait", async () => {
    const owner = await identity.signIn(someone());
    for (let i = 0; i < CONNECTIONS_PER_HOUR; i++) await agree(owner);
    await expect(agree(owner)).rejects.toMatchObject({ code: "limited" });

    const asked = await agree(await identity.signIn(someone()));
    const [guesser, verifier] = [client(), asked.verifier];
    const guess = (): Promise<unknown> =>
      identity.send(TradeConnectionCode, { code: randomBytes(32).toString("base64url"), verifier, client: guesser });
    for (let i = 0; i < WRONG_CONNECTIONS_PER_CLIENT; i++) await expect(guess()).rejects.toMatchObject(refused);
    await expect(guess()).rejects.toMatchObject({ code: "limited" });
    // Who is at another network is not kept waiting.
    expect(await trade(asked)).toHaveProperty("refreshToken");
    identity.passTime(CODE_SECONDS * 1000);
    await expect(guess()).rejects.toMatchObject(refused);
  });
});

describe("a connected extension", () => {
  test("given regular use, then its session outlives every session of the page; without use it expires", async () => {
    const connected = await connect(await identity.signIn(someone()));
    for (let i = 0; i < 3; i++) {
      identity.passTime((CONNECTION_SECONDS - 60) * 1000);
      expect(await refresh(connected)).toHaveProperty("accessToken");
    }
    expect(3 * CONNECTION_SECONDS).toBeGreaterThan(SESSION_SECONDS_STAY);
    identity.passTime(CONNECTION_SECONDS * 1000);
    await expect(refresh(connected)).rejects.toMatchObject(gone);
  });

  test("given its token and one of the page, then each is refused in place of the other, and both sessions stay valid", async () => {
    const owner = await identity.signIn(someone());
    const connected = await connect(owner);

    const { refreshToken } = connected;
    await expect(identity.send(RefreshSession, { refreshToken })).rejects.toMatchObject(gone);
    await expect(refresh(owner)).rejects.toMatchObject(gone);
    expect(await refresh(connected)).toHaveProperty("accessToken");
    expect(await identity.send(RefreshSession, { refreshToken: owner.refreshToken })).toHaveProperty("accessToken");
  });

  test("given many renewals at the same time, then all succeed", async () => {
    const connected = await connect(await identity.signIn(someone()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(connected)));
    expect(answers.every(({ accessToken }) => accessToken !== "")).toBe(true);
  });
});

test("given codes, verifiers and tokens of connections, then neither what the bus stores nor the log holds any of them", async () => {
  const asked = await agree(await identity.signIn(someone()));
  const connected = await trade(asked);
  const { accessToken } = await refresh(connected);

  const { storeDir } = identity.nats;
  const files = (await readdir(storeDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const stored = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")));
  const kept = [...stored, ...identity.log].join("\n");
  const secrets = [asked.code, asked.verifier, accessToken, connected.accessToken, connected.refreshToken];
  expect(secrets.filter((secret) => kept.includes(secret.split(".").at(-1) ?? secret))).toEqual([]);
  expect(kept).toContain(claimsOf(connected).sid);
});
