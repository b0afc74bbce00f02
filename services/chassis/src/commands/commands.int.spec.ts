import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { headers } from "@nats-io/transport-node";
import { CommandReply, commandSubject, defineCommand, SatchelError } from "@satchel/contracts";
import { atEnd, PATIENCE_MS } from "@satchel/testing";
import Type from "typebox";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { joinJournal, openJournalWorld } from "../../test/world.ts";
import { currentCorrelation, withCorrelation } from "../correlation.ts";
import { commandClient } from "./client.ts";
import { type CommandHandler, type CommandServer, handler, serveCommands } from "./serve.ts";

const { nats, bus, logger } = await openJournalWorld();
const client = commandClient(bus, logger, 500);

let number = 0;
/** A command of its own for each test, so that tests don't answer for one another. */
const echo = () =>
  defineCommand(
    "links",
    `echo-${number++}`,
    { text: Type.String({ maxLength: 5 }) },
    Type.Object({ text: Type.String() }),
  );

/** A replica of a service with a connection of its own. */
async function serve(...handlers: CommandHandler[]): Promise<CommandServer> {
  const { bus: replica } = await joinJournal(nats);
  const server = await serveCommands(replica, "echo", handlers, logger);
  await replica.nc.flush();
  atEnd(() => server.stop());
  return server;
}

describe("sending a command", () => {
  test("given two replicas, when many commands are sent, then each is answered by one and both get some", async () => {
    const command = echo();
    const counts = [0, 0];
    for (const replica of [0, 1]) {
      await serve(
        handler(command, async ({ text }) => {
          counts[replica] = (counts[replica] ?? 0) + 1;
          return { result: { text } };
        }),
      );
    }

    const patient = commandClient(bus, logger, PATIENCE_MS);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => patient.send(command, { text: String(i) })),
    );

    expect(answers.map(({ result }) => result.text)).toEqual(Array.from({ length: 200 }, (_, i) => String(i)));
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(200);
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });

  test("given no service, when a command is sent, then it is unavailable after twice the wait for one answer", async () => {
    const began = Date.now();

    const sent = client.send(echo(), { text: "a" });

    await expect(sent).rejects.toMatchObject({ name: "SatchelError", data: { code: "unavailable", retryAfter: 1 } });
    expect(Date.now() - began).toBeGreaterThanOrEqual(900);
  });

  test("given a service that starts a moment later, when a command is sent, then it is answered", async () => {
    const command = echo();
    const sent = client.send(command, { text: "a" });

    await serve(handler(command, async ({ text }) => ({ result: { text } })));

    await expect(sent).resolves.toMatchObject({ result: { text: "a" } });
  });

  test("given an answer that is too large for the bus, then its sender gets an error and other commands are answered", async () => {
    const command = echo();
    await serve(handler(command, async ({ text }) => ({ result: { text: text.repeat(1024 * 1024) } })));

    await expect(client.send(command, { text: "ab" })).rejects.toMatchObject({ data: { code: "internal" } });
    await expect(client.send(command, { text: "" })).resolves.toMatchObject({ result: { text: "" } });
  });

  test("given a replica that dies with it, when a command is sent, then it comes once more with the same id, marked", async () => {
    const command = echo();
    const seen: object[] = [];
    const commandId = randomUUID();
    bus.nc.subscribe(commandSubject(command), {
      max: 1,
      callback: (_, message) => {
        seen.push({
          commandId: message.headers?.get("Satchel-Command-Id"),
          retry: message.headers?.has("Satchel-Retry"),
        });
        void serve(
          handler(command, async ({ text }, context) => {
            seen.push(context);
            return { result: { text } };
          }),
        );
      },
    });

    await client.send(command, { text: "a" }, commandId);

    expect(seen).toEqual([
      { commandId, retry: false },
      { commandId, retry: true },
    ]);
  });

  test("given a service that takes longer than several waits for one answer, when a command is sent, then it is answered, and never carried out twice at a time", async () => {
    const command = echo();
    let now = 0;
    let most = 0;
    await serve(
      handler(command, async ({ text }) => {
        most = Math.max(most, ++now);
        await delay(2000);
        now--;
        return { result: { text } };
      }),
    );

    const answer = await commandClient(bus, logger, 500, PATIENCE_MS).send(command, { text: "a" });

    expect([answer.result, most]).toEqual([{ text: "a" }, 1]);
  });

  test("given a correlation, when a command is sent, then its handler has the same correlation, with the command as its cause", async () => {
    const command = echo();
    await serve(handler(command, async () => ({ result: { text: JSON.stringify(currentCorrelation()) } })));
    const story = { correlationId: "story-7", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
    const commandId = randomUUID();

    const { result } = await withCorrelation(story, () => client.send(command, { text: "a" }, commandId));

    expect(JSON.parse(result.text)).toEqual({ ...story, causationId: commandId });
  });
});

describe("outcomes of a handler", () => {
  test.each<[string, () => never, object]>([
    [
      "a rejection",
      () => {
        throw new SatchelError("limited", "Not now.", { retryAfter: 7 });
      },
      { code: "limited", detail: "Not now.", retryAfter: 7 },
    ],
    [
      "a fault of ours",
      () => {
        throw new Error("secret detail");
      },
      { code: "internal", detail: expect.not.stringContaining("secret") },
    ],
    [
      "a fault of type",
      () => {
        throw new TypeError("secret detail");
      },
      { code: "internal", detail: expect.not.stringContaining("secret") },
    ],
    [
      "a lost database",
      () => {
        throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
      },
      { code: "unavailable", retryAfter: 1 },
    ],
    [
      "a database that shuts down",
      () => {
        throw Object.assign(new Error("no"), { code: "57P01" });
      },
      { code: "unavailable", retryAfter: 1 },
    ],
  ])("given %s, then the sender is told what it may know", async (_, fail, data) => {
    const command = echo();
    await serve(handler(command, async () => fail()));

    await expect(client.send(command, { text: "a" })).rejects.toMatchObject({ name: "SatchelError", data });
  });
});

describe("an invalid command", () => {
  async function request(command: ReturnType<typeof echo>, payload: string, id?: string): Promise<CommandReply> {
    const fields = headers();
    if (id !== undefined) fields.set("Satchel-Command-Id", id);
    const reply: unknown = (
      await bus.nc.request(commandSubject(command), payload, { timeout: PATIENCE_MS, headers: fields })
    ).json();
    return Value.Parse(CommandReply, reply);
  }

  test.each<[string, string, string | undefined, string | undefined]>([
    ["a payload that is not JSON", "{", randomUUID(), undefined],
    ["an empty payload", "", randomUUID(), undefined],
    ["a payload of another shape", '{"text":7}', randomUUID(), "/text"],
    ["a text over its limit", '{"text":"too long"}', randomUUID(), "/text"],
    ["no id", '{"text":"a"}', undefined, undefined],
    ["an id that is no UUID", '{"text":"a"}', "7", undefined],
  ])("given %s, then it is invalid and the handler never sees it", async (_, payload, id, path) => {
    const command = echo();
    let handled = 0;
    await serve(handler(command, async ({ text }) => ({ result: { text: text + handled++ } })));

    const reply = await request(command, payload, id);

    expect(reply).toMatchObject({ ok: false, error: { code: "invalid" } });
    if (path !== undefined) expect(reply).toMatchObject({ error: { errors: [{ path }] } });
    expect(handled).toBe(0);
  });
});

describe("stopping", () => {
  test("given commands in progress, when the replica stops, then they are answered, and later ones are not accepted", async () => {
    const command = echo();
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = (): void => {};
    const inWork = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const server = await serve(
      handler(command, async ({ text }) => {
        begun();
        await finished;
        return { result: { text } };
      }),
    );
    const sent = client.send(command, { text: "a" });
    await inWork;

    const stopped = server.stop();
    finish();
    await stopped;

    await expect(sent).resolves.toMatchObject({ result: { text: "a" } });
    await expect(client.send(command, { text: "b" })).rejects.toMatchObject({ data: { code: "unavailable" } });
  });
});
