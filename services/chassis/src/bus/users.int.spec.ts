import { randomUUID } from "node:crypto";
import { Kvm } from "@nats-io/kv";
import { headers } from "@nats-io/transport-node";
import {
  busUserNames,
  busUsers,
  commandSubject,
  contexts,
  COPY_TEXTS,
  copyTextSubject,
  JOURNAL,
} from "@satchel/contracts";
import { PATIENCE_MS, startTestNats } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Type } from "typebox";
import { commandHeaders, handler, serveCommands } from "../commands/serve.ts";
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
    ["change the dead letters' stream", "$JS.API.STREAM.UPDATE.DEAD_LETTERS", ["identity"]],
    ["change a bucket of its own", "$JS.API.STREAM.UPDATE.KV_pages-missed", ["identity"]],
    ["change a store of its own", "$JS.API.STREAM.UPDATE.OBJ_documents", []],
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

test("given a service that was taken over, when it has the server send a command for it, then the command is not carried out", async () => {
  // given a command that enrichment may not send, stored in a bucket of its own
  const { nc: enrichment } = buses.get("enrichment") as Bus;
  const asked: unknown[] = [];
  const definition = {
    service: "identity",
    name: "erase-user",
    payload: Type.Object({}),
    result: Type.Null(),
  } as const;
  const erase = handler(definition, async (payload) => {
    asked.push(payload);
    return { result: null };
  });
  const server = await serveCommands(buses.get("identity") as Bus, "identity", [erase], logger);
  const kv = await new Kvm(enrichment).create("pages-missed", { allow_direct: true });
  const command = headers();
  command.set(commandHeaders.id, randomUUID());
  await enrichment.request("$KV.pages-missed.a", "{}", { headers: command, timeout: PATIENCE_MS });
  // when it asks for that message, and names the command as the subject of the answer
  const reply = commandSubject(definition);
  const last = JSON.stringify({ last_by_subj: "$KV.pages-missed.a" });
  enrichment.publish("$JS.API.DIRECT.GET.KV_pages-missed", last, { reply });
  const consumer = JSON.stringify({
    stream_name: "KV_pages-missed",
    config: { durable_name: "d", ack_policy: "none" },
  });
  await enrichment.request("$JS.API.CONSUMER.DURABLE.CREATE.KV_pages-missed.d", consumer);
  enrichment.publish("$JS.API.CONSUMER.MSG.NEXT.KV_pages-missed.d", "1", { reply });
  await enrichment.flush();
  // then only what a client sent is carried out
  const answer = await (buses.get("gateway") as Bus).nc.request(reply, "{}", {
    headers: command,
    timeout: PATIENCE_MS,
  });
  expect(answer.json()).toEqual({ ok: true, result: null });
  expect(asked).toHaveLength(1);
  expect((await kv.get("a"))?.string()).toBe("{}");
  await server.stop();
});
