import { randomUUID } from "node:crypto";
import { busUserNames, busUsers, contexts, COPY_TEXTS, copyTextSubject, JOURNAL } from "@satchel/contracts";
import { PATIENCE_MS, startTestNats } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../logging.ts";
import { openJournal } from "../journal/journal.ts";
import { type Bus, connectBus } from "./connect.ts";

const logger = createLogger("test", "silent");
const owners = {
  identity: "identity",
  links: "links",
  folders: "folders",
  search: undefined,
  "mail-ingest": "mail",
  enrichment: "enrichment",
  archive: "archive",
  post: "post",
  gateway: undefined,
  admin: undefined,
};
const buses = new Map<string, Bus>();

beforeAll(async () => {
  const nats = await startTestNats(busUserNames.map((name) => ({ name, password: `p-${name}`, ...busUsers[name] })));
  for (const name of busUserNames) {
    const url = nats.url.replace(/\/\/.*@/, `//${name}:p-${name}@`);
    buses.set(name, await connectBus({ url, monitorUrl: nats.monitorUrl, name, logger }));
  }
  await openJournal(buses.get("identity") as Bus, { logger });
  return async () => {
    for (const bus of buses.values()) await bus.close();
  };
});

const ask = (user: string, subject: string, payload = "{}"): Promise<string> =>
  (buses.get(user) as Bus).nc.request(subject, payload, { timeout: PATIENCE_MS }).then(
    (answer) => answer.string(),
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );

describe.each(busUserNames)("given the bus user of %s", (user) => {
  test.each(contexts)(
    "when it publishes a fact of %s, then the server takes it from its owner alone",
    async (context) => {
      const answer = await ask(user, `journal.0.${randomUUID()}.${context}`);
      expect(answer).toMatch(
        owners[user] === context ? new RegExp(`"stream":"${JOURNAL}"`) : /^refused: .*permission/i,
      );
    },
  );

  test.each([
    ["claim an address", "journal.addresses.abc", ["identity"]],
    [
      "erase an event",
      `$JS.API.STREAM.MSG.DELETE.${JOURNAL}`,
      ["identity", "links", "folders", "mail-ingest", "archive"],
    ],
    ["read passwords", "$JS.API.STREAM.MSG.GET.KV_credentials", ["identity"]],
    ["write sessions", "$KV.sessions.a", ["identity"]],
    ["say that a session was ended", "$KV.ended-sessions.a.b", ["identity"]],
    [
      "read the texts of copies",
      `$JS.API.STREAM.MSG.GET.${COPY_TEXTS}`,
      ["identity", "search", "archive", "links", "gateway"],
    ],
    ["remove the texts of copies", `$JS.API.STREAM.PURGE.${COPY_TEXTS}`, ["identity", "archive"]],
    ["store the text of a copy", copyTextSubject("a" as never, "b" as never, "c" as never), ["identity", "archive"]],
    ["purge the journal", `$JS.API.STREAM.PURGE.${JOURNAL}`, []],
    ["change the journal", `$JS.API.STREAM.UPDATE.${JOURNAL}`, []],
    ["delete the journal", `$JS.API.STREAM.DELETE.${JOURNAL}`, []],
    ["take the journal away", `$JS.API.STREAM.SNAPSHOT.${JOURNAL}`, []],
    ["ask for a rebuild", "rebuild.links", ["admin"]],
    ["have work tried again", "retry.enrichment.1", ["admin"]],
    ["command identity", "cmd.identity.erase", ["gateway"]],
    ["tell identity of a webhook", "cmd.identity.note-webhook-attempt", ["gateway", "enrichment"]],
    ["save a link", "cmd.links.save", ["links", "gateway", "enrichment"]],
    ["delete a link", "cmd.links.delete", ["links", "gateway"]],
    ["have a mail sent", "cmd.identity.send-mail", ["gateway", "post"]],
    ["undo what a mail did", "cmd.links.change-many", ["links", "gateway", "post"]],
  ])("when it is to %s, then the server lets those do it who have to", async (_, subject, allowed) => {
    const isRefused = /^refused: .*permission/i.test(await ask(user, subject, "!"));
    expect(isRefused).toBe(!allowed.includes(user));
  });

  test("when it listens to another's answers, then the server refuses", async () => {
    const { nc } = buses.get(user) as Bus;
    const refused = new Promise((resolve) => nc.subscribe("_INBOX.>", { callback: (error) => resolve(error) }));
    expect(String(await refused)).toMatch(/permission/i);
  });
});
