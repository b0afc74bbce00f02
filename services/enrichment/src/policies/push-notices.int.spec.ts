import { randomUUID } from "node:crypto";
import { createLogger, handler, serveCommands } from "@satchel/chassis";
import {
  aggregateSubject,
  DropPush,
  type LinkId,
  mailedSubject,
  type MailId,
  type PayloadOf,
  PreparePush,
  type SessionId,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type EnrichmentWorld, openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { type Receiver, startReceiver } from "../../test/webhooks.ts";

let world: EnrichmentWorld;
let service: Receiver;
const prepared: PayloadOf<typeof PreparePush>[] = [];
const dropped: PayloadOf<typeof DropPush>[] = [];
const sessionId = randomUUID() as SessionId;
/** An account whose push service does not answer in time. */
const patient = randomUUID() as UserId;

beforeAll(async () => {
  service = await startReceiver(({ url }) => ({
    status: url.startsWith("/gone") ? 410 : 201,
    after: url.startsWith("/slow") ? 15_000 : 0,
  }));
  world = await openEnrichmentWorld();
  const headers = { TTL: "60", "Content-Encoding": "aes128gcm" };
  const body = Buffer.from([1, 2, 3, 255]).toString("base64");
  const commands = [
    handler(PreparePush, async (asked) => {
      prepared.push(asked);
      const browsers = asked.userId === patient ? ["slow"] : ["here", "gone"];
      const endpoints = browsers.map((browser) => endpointOf(asked.userId, browser));
      return { result: { requests: endpoints.map((endpoint) => ({ sessionId, endpoint, headers, body })) } };
    }),
    handler(DropPush, async (asked) => {
      dropped.push(asked);
      return { result: {} };
    }),
  ];
  const server = await serveCommands(world.bus, "identity", commands, createLogger("test", "silent"));
  atEnd(() => server.stop());
  await runEnrichment(world, { FETCH_ALLOW: [], WEBHOOK_ALLOW: [service.host] });
});

const append = async (subject: string, type: string, data: unknown): Promise<void> => {
  const expected = (await world.journal.last(subject))?.sequence ?? 0;
  await world.journal.append({ subject, event: { id: randomUUID(), type, data }, expected });
};
const saved = async (userId: UserId, title: string): Promise<LinkId> => {
  const linkId = randomUUID() as LinkId;
  const data = { url: "http://pages.example/", origin: { kind: "page" }, title };
  await append(aggregateSubject(userId, "links", linkId), "LinkSaved", data);
  return linkId;
};
const arrived = async (userId: UserId, links: readonly LinkId[]): Promise<void> => {
  const mailId = randomUUID() as MailId;
  const outcome = { mailId, saved: links.map((linkId, url) => ({ linkId, url })), known: [], unusable: [] };
  await append(mailedSubject(userId, mailId), "MailWorkedThrough", outcome);
};
const of = (userId: UserId) => prepared.filter((each) => each.userId === userId);
const endpointOf = (userId: UserId, browser: string): string => `${service.url}/${browser}/${userId}`;
const requestsOf = (userId: UserId, browser: string) =>
  service.requests.filter(({ url }) => service.url + url === endpointOf(userId, browser));

test("browsers are told of a mail's links, once for each mail, and of a reminder; who is gone is dropped", async () => {
  const userId = randomUUID() as UserId;
  const bread = await saved(userId, "Bread\u202e in \n three days");
  await arrived(userId, [bread]);
  // Events that are handled at a time are told of in any order.
  await eventually(() => expect(of(userId)).toHaveLength(1));
  await arrived(userId, [bread, await saved(userId, "Other")]);
  await eventually(() => expect(of(userId)).toHaveLength(2));
  // Without a link there is nothing to tell.
  await arrived(userId, []);
  await append(aggregateSubject(userId, "links", bread), "LinkReminderDue", {});

  await eventually(() => expect(of(userId)).toHaveLength(3));
  expect(of(userId).map(({ notice, tag, path }) => [notice.en, tag, path])).toEqual([
    [{ title: "Bread in three days", body: "By mail" }, "arrived", "/links"],
    [{ title: "2 links arrived", body: "By mail" }, "arrived", "/links"],
    [
      { title: "Bread in three days", body: "You wanted to see this again." },
      bread.replaceAll("-", ""),
      "/links?q=is%3Adue",
    ],
  ]);
  await eventually(() => expect(requestsOf(userId, "here")).toHaveLength(3));
  expect(requestsOf(userId, "here")[0]?.headers).toMatchObject({ ttl: "60", "content-encoding": "aes128gcm" });
  const gone = { userId, sessionId, endpoint: endpointOf(userId, "gone") };
  await eventually(() => expect(dropped.filter((each) => each.userId === userId)).toEqual([gone, gone, gone]));
});

test("browsers are told of a link by a rule that notifies, with the rule's name, and of no other change", async () => {
  const userId = randomUUID() as UserId;
  const bread = await saved(userId, "Bread");
  const subject = aggregateSubject(userId, "links", bread);
  const byRules = { stage: "described", rules: [{ ruleId: randomUUID(), name: "Baking\u202e\nat home" }] };
  await append(subject, "LinkChanged", { isFavorite: true });
  await append(subject, "LinkChanged", { isFavorite: false, byRules });
  await append(subject, "LinkChanged", { byRules: { ...byRules, effects: { done: true } } });
  await append(subject, "LinkChanged", { byRules: { ...byRules, effects: { notify: true } } });
  await eventually(() => expect(of(userId)).toHaveLength(1));
  await append(subject, "LinkReminderDue", {});

  await eventually(() => expect(of(userId)).toHaveLength(2));
  const tag = bread.replaceAll("-", "");
  expect(of(userId)[0]).toEqual({
    userId,
    notice: {
      en: { title: "Bread", body: "By your rule “Baking at home”" },
      de: { title: "Bread", body: "Deine Regel: Baking at home" },
    },
    tag,
    path: "/links",
  });
  expect(of(userId)[1]).toMatchObject({ tag, path: "/links?q=is%3Adue" });
});

test("nobody waits for another account's push service, and one account has few requests at a time", async () => {
  const link = await saved(patient, "Slow");
  const notices = 60;
  for (let i = 0; i < notices; i++) await arrived(patient, [link]);
  const userId = randomUUID() as UserId;
  await arrived(userId, [await saved(userId, "Quick")]);
  await eventually(() => expect(of(userId)).toHaveLength(1));
  expect(requestsOf(patient, "slow").length).toBeLessThan(notices / 4);
});
