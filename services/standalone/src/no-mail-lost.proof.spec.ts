import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { JOURNAL, type UserId } from "@satchel/contracts";
import { eventually, randomFrom } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FragileSystem, type Part, parts, startFragileSystem } from "../test/fragile.ts";
import { Sender } from "../test/sender.ts";

const MAILS = 1000;
const USERS = 10;
const CONNECTIONS = 20;
const SAVE = "save@localhost";

const seed = Number(process.env.LOSS_SEED ?? randomInt(2 ** 31));

interface Mail {
  readonly user: number;
  readonly raw: string;
  readonly urls: readonly string[];
}

/** The n-th mail. Every other one has no Message-ID, and is known by its octets alone. */
function mailOf(n: number): Mail {
  const random = randomFrom(seed + n);
  const urls = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, m) => `https://example.org/${seed}/${n}/${m}`);
  const user = n % USERS;
  const header = [`From: user${user}@post.example`, `Subject: Mail ${n}`];
  if (n % 2 === 0) header.push(`Message-ID: <${seed}.${n}@post.example>`);
  return { user, urls, raw: [...header, "", ...urls].join("\r\n") };
}

let system: FragileSystem;
const users: UserId[] = [];

beforeAll(async () => {
  system = await startFragileSystem({
    SMTP_MAILS_PER_CLIENT: "1000000",
    SMTP_MAILS_PER_SENDER: "1000000",
    SMTP_CONNECTIONS: "200",
    SMTP_CONNECTIONS_PER_CLIENT: "200",
  });
  for (let n = 0; n < USERS; n++) users.push(await system.claim(`user${n}@post.example`));
  await eventually(async () => expect(await attempt("is anybody there")).toMatch(/^550 /));
});

// Before the clean-up of the processes, or each would be followed by another.
afterAll(() => system.stop());

const attempt = async (body: string, from = "nobody@post.example"): Promise<string> => {
  const sender = new Sender(system.smtpPort, SAVE);
  const answer = await sender.attempt(`From: ${from}\r\nMessage-ID: <${body}@x>\r\n\r\n${body}`);
  sender.close();
  return answer;
};

/** The addresses of a user's links by the events that saved them, each as often as it was saved. */
async function savedBy(userId: UserId): Promise<string[]> {
  const urls: string[] = [];
  for await (const { type, data } of system.journal.readUser(userId)) {
    if (type === "LinkSaved" || type === "LinkSavedAgain") urls.push((data as { url: string }).url);
  }
  return urls.sort();
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  return (await system.pool.query<Row>(text)).rows;
}

/** Waits until every mail that was taken was worked through, and the tables show it. */
const settled = (mails: number): Promise<unknown> =>
  eventually(
    async () => {
      const [found] = await query<{ all: number; worked: number }>(
        'select count(*) as "all", count(worked) as worked from captures.mails',
      );
      expect(found).toEqual({ all: mails, worked: mails });
      const { num_pending, num_ack_pending } = await system.journal.jsm.consumers.info(JOURNAL, "links-mail");
      expect([num_pending, num_ack_pending]).toEqual([0, 0]);
    },
    { interval: 200 },
  );

describe("while a server is away", () => {
  test("Postgres: mail is accepted, and its link is saved after the restart", async () => {
    const userId = await system.claim("patient@post.example");
    await system.kill("postgres");

    expect(await attempt("https://example.org/meanwhile", "patient@post.example")).toMatch(/^250 /);

    await system.restart("postgres");
    await settled(1);
    expect(await savedBy(userId)).toEqual(["https://example.org/meanwhile"]);
    const captured = await query<{ sender: string; saved: unknown[] }>("select sender, saved from captures.mails");
    expect(captured).toMatchObject([{ sender: "patient@post.example", saved: [{ url: 0 }] }]);
  });

  test("NATS: mail is answered 451, and accepted when it is sent again", async () => {
    const userId = await system.claim("later@post.example");
    await system.kill("nats");

    expect(await attempt("https://example.org/later", "later@post.example")).toMatch(/^451 4\.3\.0 /);

    await system.restart("nats");
    await eventually(async () =>
      expect(await attempt("https://example.org/later", "later@post.example")).toMatch(/^250 /),
    );
    await settled(2);
    expect(await savedBy(userId)).toEqual(["https://example.org/later"]);
  });
});

/** The door comes back by processes that start from source, which takes long here: it is killed once at each of its ends. */
const victims: readonly Part[] = [...parts, "links", "nats", "postgres"];

/** A part to be killed after so many mails were taken, and for how long it stays away where nobody starts it again by itself. */
interface Kill {
  readonly part: Part;
  readonly after: number;
  readonly awayMs: number;
}

/**
 * What is killed and when: after so many mails were taken, in an order that follows from the seed. Haraka goes while NATS is
 * away: had it said 250 to anything that lies in its memory alone, that would be lost.
 */
function plan(): Kill[] {
  const random = randomFrom(seed);
  const kills: Kill[] = victims
    .filter((part) => part !== "haraka")
    .map((part) => ({ part, after: Math.floor(random() * 0.9 * MAILS), awayMs: 300 + random() * 700 }))
    .sort((a, b) => a.after - b.after);
  const away = kills.findIndex(({ part }) => part === "nats");
  return kills.toSpliced(away + 1, 0, { part: "haraka", after: 0, awayMs: 0 });
}

test(`given ${MAILS} mails over ${CONNECTIONS} connections, when every part is killed on the way, then each mail that was answered 250 gave its links, once (LOSS_SEED=${seed})`, async () => {
  const [{ rows: before } = { rows: 0 }] = await query<{ rows: number }>("select count(*) as rows from captures.mails");
  const killed: Part[] = [];
  let taken = 0;
  const kill = async (): Promise<void> => {
    const coming = new Map<Part, Promise<void>>();
    for (const { part, after, awayMs } of plan()) {
      while (taken < after) await sleep(5);
      await coming.get(part);
      if (part === "haraka") await sleep(150);
      await system.kill(part);
      killed.push(part);
      // Meanwhile others may be killed as well.
      if (part !== "nats" && part !== "postgres") continue;
      const back = sleep(awayMs).then(() => system.restart(part));
      coming.set(part, back);
    }
    await Promise.all(coming.values());
  };
  const senders = Array.from({ length: CONNECTIONS }, () => new Sender(system.smtpPort, SAVE));
  let next = 0;
  const send = async (sender: Sender): Promise<void> => {
    while (next < MAILS) {
      const n = next++;
      await sender.deliver(mailOf(n).raw);
      taken++;
      // One in ten was answered, and comes twice more all the same, over two other connections at the same time.
      if (n % 10 === 0) await Promise.all([deliverApart(n), deliverApart(n)]);
    }
    sender.close();
  };
  await Promise.all([kill(), ...senders.map(send)]);

  const mails = Array.from({ length: MAILS }, (_, n) => mailOf(n));
  await settled(before + MAILS);
  for (const [user, userId] of users.entries()) {
    const urls = mails.filter((mail) => mail.user === user).flatMap((mail) => mail.urls);
    expect(await savedBy(userId)).toEqual(urls.sort());
  }
  const [links] = await query<{ rows: number }>("select count(*) as rows from links.links");
  expect(links).toEqual({ rows: mails.flatMap(({ urls }) => urls).length + before });
  // It would show nothing if nobody had been in the way.
  expect(killed.toSorted()).toEqual(victims.toSorted());
  const retries = senders.flatMap((sender) => sender.retries);
  expect(retries.filter((answer) => answer.startsWith("451 ")).length).toBeGreaterThan(0);
  expect(retries.filter((answer) => answer.startsWith("broken")).length).toBeGreaterThan(0);
});

/** Sends a mail over a connection of its own. */
async function deliverApart(n: number): Promise<void> {
  const sender = new Sender(system.smtpPort, SAVE);
  await sender.deliver(mailOf(n).raw);
  sender.close();
}
