import type { UserId } from "@satchel/contracts";
import { eventually, freePort, type SpawnedProgram, spawnProgram } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Balancer, startBalancer } from "../../test/balancer.ts";
import { type Door, environment, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";

// The second replica is a process from source, which takes seconds to start.
const SAVE = "save@satchel.example";
const ANSWERED = "A mail is answered";

let first: Door;
let second: SpawnedProgram;
let secondPort: number;
let balancer: Balancer | undefined;
let userId: UserId;
beforeAll(async () => {
  first = await openDoor();
  secondPort = await freePort();
  const more = { SMTP_PORT: String(secondPort), LOG_LEVEL: "info" };
  second = await spawnProgram(new URL("../main.ts", import.meta.url), { env: await environment(first.nats, more) });
  await second.waitForLine(/Mail is taken/, 60_000);
  balancer = await startBalancer([first.mail.port, secondPort]);
  userId = await first.claim("anna@example.org");
});
afterAll(async () => {
  await balancer?.stop();
  await first.stop();
});

/** The balancer's port. */
const balanced = (): number => balancer?.port ?? 0;
const mail = (id: string): string =>
  `From: anna@example.org\r\nMessage-ID: <${id}@client.example>\r\n\r\nhttps://example.com/${id}`;

/** The Message-IDs of the stored mails that begin so, each as often as it is there. */
const stored = async (begin: string): Promise<string[]> =>
  (await first.events(userId))
    .map(({ data }) => (data as { messageId: string }).messageId.slice(1).split("@")[0] ?? "")
    .filter((id) => id.startsWith(begin))
    .toSorted();
const ids = (begin: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${begin}${String(n).padStart(2, "0")}`);

test("two replicas behind a balancer share the mails, and each mail is saved once", async () => {
  const sent = ids("shared-", 20);
  const answers = await Promise.all(sent.map((id) => sendRaw(balanced(), SAVE, mail(id))));
  for (const answer of answers) expect(answer).toMatch(/^250 /);
  expect(await stored("shared-")).toEqual(sent);
  expect([...(balancer?.given.values() ?? [])]).toEqual([10, 10]);
  await eventually(() => {
    expect(first.log.filter((line) => line.includes(ANSWERED))).toHaveLength(10);
    expect(second.stdout.filter((line) => line.includes(ANSWERED))).toHaveLength(10);
  });
});

test("the same mail at both replicas at the same moment is answered 250 by both and saved once", async () => {
  const sent = ids("twice-", 10);
  const both = sent.flatMap((id) => [first.mail.port, secondPort].map((port) => sendRaw(port, SAVE, mail(id))));
  for (const answer of await Promise.all(both)) expect(answer).toMatch(/^250 /);
  expect(await stored("twice-")).toEqual(sent);
});

test("when one replica is killed, the other accepts all mails, and none is lost or saved twice", async () => {
  const sent = ids("killed-", 30);
  const [before, after] = [sent.slice(0, 10), sent.slice(10)];
  const answered: string[] = [];
  const send = async (id: string): Promise<void> => {
    const answer = await sendRaw(balanced(), SAVE, mail(id)).catch(() => "no answer");
    if (answer.startsWith("250 ")) answered.push(id);
  };
  const underWay = before.map(send);
  await second.kill("SIGKILL");
  await Promise.all([...underWay, ...after.map(send)]);
  const kept = await stored("killed-");
  expect(answered.filter((id) => !kept.includes(id))).toEqual([]);

  // What any mail server does with a mail that was not answered.
  for (const id of sent) {
    await eventually(async () => expect(await sendRaw(balanced(), SAVE, mail(id))).toMatch(/^250 /));
  }
  expect(await stored("killed-")).toEqual(sent);
});
