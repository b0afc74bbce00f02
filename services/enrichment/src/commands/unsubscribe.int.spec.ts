import { randomUUID } from "node:crypto";
import { type CommandClient, commandClient, createLogger, serveCommands } from "@satchel/chassis";
import { aggregateSubject, type MailId, Unsubscribe, type UserId } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type EnrichmentWorld, openEnrichmentWorld } from "../../test/running-enrichment.ts";
import { type Receiver, startReceiver } from "../../test/webhooks.ts";
import { createPoster } from "../fetching/poster.ts";
import { unsubscribeCommands } from "./unsubscribe.ts";

const logger = createLogger("test", "silent");
let world: EnrichmentWorld;
let newsletter: Receiver;
let secret: Receiver;
let client: CommandClient;

beforeAll(async () => {
  world = await openEnrichmentWorld();
  newsletter = await startReceiver(({ url }) =>
    url === "/moved" ? { status: 302, headers: { location: "/end" } } : { status: url === "/no" ? 403 : 200 },
  );
  secret = await startReceiver(() => ({ status: 200 }));
  // As the service does, but for the one address that stands for the internet here.
  const poster = createPoster({
    allow: [newsletter.host],
    dnsServers: ["127.0.0.1:9"],
    userAgent: "Satchel-test",
    timeLimitMs: 4000,
    answerBytes: 1024,
  });
  const server = await serveCommands(
    world.bus,
    "enrichment",
    unsubscribeCommands({ journal: world.journal, poster, logger }),
    logger,
  );
  client = commandClient(world.bus, logger);
  atEnd(async () => {
    await server.stop();
    await poster.close();
  });
});

const user = (): UserId => randomUUID() as string as UserId;

async function letter(userId: UserId, unsubscription?: object): Promise<MailId> {
  const mailId = randomUUID() as string as MailId;
  const data = {
    addressId: randomUUID(),
    url: `mid:${mailId}@x`,
    version: randomUUID(),
    content: "0".repeat(64),
    sender: "n@x.example",
    subject: "N",
    ...(unsubscription === undefined ? {} : { unsubscription }),
  };
  const event = { id: randomUUID(), type: "LetterReceived", data };
  await world.journal.append({ subject: aggregateSubject(userId, "mail", mailId), event, expected: 0 });
  return mailId;
}

test("given a newsletter that offers one-click, when its reader asks, then it gets that one request and nothing of the account", async () => {
  const userId = user();
  const mailId = await letter(userId, { by: "request", url: `${newsletter.url}/end?u=1` });
  await client.send(Unsubscribe, { userId, mailId });
  expect(newsletter.requests).toHaveLength(1);
  const [request] = newsletter.requests;
  expect(request).toMatchObject({ url: "/end?u=1", body: "List-Unsubscribe=One-Click" });
  expect(JSON.stringify(request)).not.toMatch(new RegExp(`cookie|referer|${userId}`, "i"));
});

test.each([
  ["refuses", "/no"],
  ["leads elsewhere", "/moved"],
])("given one whose server %s, then the reader learns that it is not ended", async (_how, path) => {
  const userId = user();
  const mailId = await letter(userId, { by: "request", url: newsletter.url + path });
  await expect(client.send(Unsubscribe, { userId, mailId })).rejects.toMatchObject({ code: "rejected" });
});

test("given one that names a private address, then nothing is sent there", async () => {
  const userId = user();
  const mailId = await letter(userId, { by: "request", url: secret.url });
  await expect(client.send(Unsubscribe, { userId, mailId })).rejects.toMatchObject({ code: "rejected" });
  expect(secret.requests).toEqual([]);
});

test("given a mail of somebody else, one without such an offer, or none, then there is nothing to end", async () => {
  const userId = user();
  const before = newsletter.requests.length;
  const offered = await letter(userId, { by: "request", url: newsletter.url });
  const page = await letter(userId, { by: "link", url: newsletter.url });
  for (const asked of [
    { userId: user(), mailId: offered },
    { userId, mailId: page },
    { userId, mailId: await letter(userId) },
    { userId, mailId: randomUUID() as string as MailId },
  ]) {
    await expect(client.send(Unsubscribe, asked)).rejects.toMatchObject({ code: "not-found" });
  }
  expect(newsletter.requests).toHaveLength(before);
});
