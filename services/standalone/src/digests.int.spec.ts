import { randomUUID } from "node:crypto";
import { commandClient, createLogger, digestToken, readConfig, type RunningService } from "@satchel/chassis";
import {
  ChangeLink,
  ChooseDigest,
  type DigestEvent,
  digestSubject,
  type LinkId,
  NoteDigestBounce,
  SaveLink,
  StopDigest,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { type RunningIdentity, runIdentity } from "@satchel/identity/test/running-identity.ts";
import { LinksConfig, startLinks } from "@satchel/links";
import { PostConfig, startPost } from "@satchel/post";
import { atEnd, eventually } from "@satchel/testing";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";

const DAY_MS = 86_400_000;
/** A digest is due within a minute of its time, on a machine that does other work as well. */
const PATIENCE = { timeout: 240_000 };
const logger = createLogger("test", "silent");
const times = { every: "day", weekday: 1, hour: 7, zone: "Europe/Berlin", language: "de" } as const;

let identity: RunningIdentity;
let startAgain: () => Promise<RunningService>;
let post: RunningService;

beforeAll(async () => {
  identity = await runIdentity();
  const { ADDRESS_KEY, PUBLIC_URL, DATABASE_URL } = identity.config;
  const env = {
    NATS_URL: identity.nats.url,
    NATS_MONITOR_URL: identity.nats.monitorUrl,
    DATABASE_URL,
    ADDRESS_KEY,
    PUBLIC_URL,
  };
  const ready = async (service: RunningService): Promise<RunningService> => {
    atEnd(() => service.stop());
    await eventually(async () => Object.values(await service.checks()).every((check) => check === "ok"));
    return service;
  };
  await ready(await startLinks(readConfig(LinksConfig, env), logger));
  startAgain = async () => ready(await startPost(readConfig(PostConfig, env), logger));
  post = await startAgain();
});

interface Person {
  readonly userId: UserId;
  readonly email: string;
  readonly save: (url: string, title: string) => Promise<LinkId>;
}

let people = 0;
async function someone(): Promise<Person> {
  const email = `reader${++people}@post.example`;
  const { accessToken } = await identity.signIn(email);
  const userId = decodeJwt(accessToken).sub as UserId;
  const client = commandClient(identity.bus, logger);
  const save = async (url: string, title: string): Promise<LinkId> =>
    (await client.send(SaveLink, { userId, url, title, origin: { kind: "page" } }, randomUUID())).result.linkId;
  return { userId, email, save };
}

const eventsOf = async (userId: UserId): Promise<DigestEvent[]> =>
  (await identity.journal.readAggregate(digestSubject(userId))) as unknown as DigestEvent[];

/** Lets a day pass, and waits until the digest is due: the tables may lag behind the choice. */
async function madeDue(userId: UserId): Promise<void> {
  const before = (await eventsOf(userId)).length;
  identity.passTime(DAY_MS);
  await eventually(async () => {
    await identity.makeDigestsDue();
    return (await eventsOf(userId)).length > before;
  }, PATIENCE);
}

/** The digests that an address got, as their sources. */
const digestsTo = async (email: string): Promise<string[]> =>
  (await identity.mailsTo(email)).filter((mail) => /^Subject: .*(?:Archiv|Links? warte)/m.test(mail));

/** A mail with its fields unfolded, and its parts without quoted-printable: a token in a field may look like that. */
function decoded(mail: string): string {
  const end = mail.indexOf("\r\n\r\n");
  const parts = mail
    .slice(end)
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return mail.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ") + Buffer.from(parts, "latin1").toString("utf8");
}

describe("a digest that was chosen", () => {
  test("comes at its time with what waits, once, also where the service that sends it was away", async () => {
    const { userId, email, save } = await someone();
    await identity.send(ChooseDigest, { userId, ...times });
    const client = commandClient(identity.bus, logger);
    await save("https://bread.example/rye", "Roggenbrot <b>in</b> drei Tagen");
    const seen = await save("https://seen.example/", "Schon gelesen");
    await client.send(VisitLink, { userId, linkId: seen }, randomUUID());
    const again = await save("https://again.example/", "Wieder zeigen");
    const remindAt = new Date(Date.now() - 1000).toISOString();
    await client.send(ChangeLink, { userId, linkId: again, changes: { remindAt } }, randomUUID());

    await post.stop();
    identity.passTime(DAY_MS);
    await eventually(async () => (await eventsOf(userId)).some(({ type }) => type === "DigestDue"), PATIENCE);
    post = await startAgain();
    await eventually(async () => (await digestsTo(email)).length > 0, PATIENCE);

    const [mail = "", ...more] = (await digestsTo(email)).map(decoded);
    expect(more).toEqual([]);
    const token = digestToken(identity.config.ADDRESS_KEY, userId);
    expect(mail).toContain("Roggenbrot &lt;b&gt;in&lt;/b&gt; drei Tagen");
    expect(mail).toContain("https://bread.example/rye");
    expect(mail).not.toContain("Schon gelesen");
    expect(mail).toContain("Auto-Submitted: auto-generated");
    expect(mail).toContain(`List-Unsubscribe: <https://satchel.example/api/digests/stop?token=${token}>`);
    expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail).toContain(`https://satchel.example/stop-digest#token=${token}`);
    expect(mail).not.toMatch(/<img|<script|<link|src=|url\(/i);
  });

  test("is not sent without anything to say, and stops by the token of a mail", async () => {
    const { userId, email } = await someone();
    await identity.send(ChooseDigest, { userId, ...times });
    await madeDue(userId);
    await identity.send(StopDigest, { token: digestToken(identity.config.ADDRESS_KEY, userId) });
    expect((await eventsOf(userId)).at(-1)).toMatchObject({
      type: "DigestChosen",
      data: { every: "never", nextAt: null },
    });
    expect(await digestsTo(email)).toEqual([]);
    const forged = digestToken(`${identity.config.ADDRESS_KEY}x`, userId);
    await expect(identity.send(StopDigest, { token: forged })).rejects.toMatchObject({ code: "not-found" });
    await expect(identity.send(NoteDigestBounce, { token: forged })).rejects.toMatchObject({ code: "not-found" });
  });

  test("stops by itself after two that came back", async () => {
    const { userId, save, email } = await someone();
    const token = digestToken(identity.config.ADDRESS_KEY, userId);
    await identity.send(ChooseDigest, { userId, ...times });
    await save("https://bread.example/", "Brot");
    for (const bounces of [1, 2]) {
      await madeDue(userId);
      for (let n = 0; n < 3; n++) await identity.send(NoteDigestBounce, { token });
      expect((await eventsOf(userId)).at(-1)).toMatchObject({ type: "DigestBounced", data: { bounces } });
    }
    expect((await eventsOf(userId)).at(-1)).toMatchObject({ data: { every: "never", nextAt: null } });
    const sent = (await digestsTo(email)).length;
    identity.passTime(3 * DAY_MS);
    await identity.send(ChooseDigest, { userId, ...times, every: "week" });
    expect((await eventsOf(userId)).at(-1)).toMatchObject({ data: { bounces: 0, every: "week" } });
    expect((await digestsTo(email)).length).toBe(sent);
  });
});
