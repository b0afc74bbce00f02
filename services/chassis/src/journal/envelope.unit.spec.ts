import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { headers } from "@nats-io/transport-node";
import {
  addressSubject,
  aggregateSubject,
  EVENT_BYTES,
  type EventDefinition,
  eventDefinitions,
} from "@satchel/contracts";
import Type from "typebox";
import { afterEach, describe, expect, test } from "vitest";
import { linkSaved, linkSubject, someUser } from "../../test/links.ts";
import { decodeEvent, encodeEvent, type RawMessage, UnreadableEvent } from "./envelope.ts";

const FIXTURES = new URL("../../../../contracts/fixtures/", import.meta.url);

const subjectFor = ({ context }: EventDefinition): string =>
  context === "addresses" ? addressSubject("a".repeat(64)) : aggregateSubject(someUser(), context, randomUUID());

function encoded(subject = linkSubject(someUser()), event = linkSaved()): RawMessage {
  const { payload, headers } = encodeEvent(subject, event);
  return { subject, seq: 7, data: payload, headers };
}

/** A message with one header changed, or taken away. */
function withHeader(name: string, value?: string): RawMessage {
  const message = encoded();
  const changed = headers();
  for (const [key, [first]] of message.headers ?? []) if (key !== name) changed.set(key, first ?? "");
  if (value !== undefined) changed.set(name, value);
  return { ...message, headers: changed };
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("an event that is encoded and decoded", () => {
  test.each(readdirSync(FIXTURES))(
    "given the stored data of %s, when it is decoded, then it is of the newest version, and stays so when it is encoded again",
    (file) => {
      const [type = "", stored = ""] = file.split(".");
      const version = Number(stored.slice(1));
      const definition = eventDefinitions.get(type) as EventDefinition;
      for (const data of JSON.parse(readFileSync(new URL(file, FIXTURES), "utf8")) as unknown[]) {
        const newest = definition.upcasts.slice(version - 1).reduce((older, upcast) => upcast(older), data);
        const event = { id: randomUUID(), type, data: newest, time: new Date("2024-01-01T00:00:00.001Z") };
        const message = encoded(subjectFor(definition), event);
        const expected = { ...event, version: definition.version, sequence: 7 };
        expect(decodeEvent(message)).toEqual(expect.objectContaining(expected));
        message.headers?.set("Satchel-Version", String(version));
        const asStored = decodeEvent({ ...message, data: text(JSON.stringify(data)) });
        expect(asStored).toEqual(expect.objectContaining(expected));
      }
    },
  );

  test("given an event of another account, when it is decoded, then it has the time of its import, which other events lack", () => {
    const before = Date.now();
    const imported = decodeEvent(encoded(undefined, { ...linkSaved(), time: new Date(0), imported: true }));
    expect(imported.time).toEqual(new Date(0));
    expect(imported.importedAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(decodeEvent(encoded())).not.toHaveProperty("importedAt");
    expect(() => decodeEvent(withHeader("Satchel-Imported-At", "soon"))).toThrow(UnreadableEvent);
  });

  test("given the server's header about the event before it, when it is decoded, then it is known whether it is the first", () => {
    const expecting = (sequence: string): RawMessage => withHeader("Nats-Expected-Last-Subject-Sequence", sequence);
    expect([expecting("0"), expecting("3"), encoded()].map((message) => decodeEvent(message).isFirst)).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  test("given data over the limit, when it is encoded, then it is refused", () => {
    const definition = addDefinition([], Type.Object({ text: Type.String() }));
    const event = { id: randomUUID(), type: definition.type, data: { text: "x".repeat(EVENT_BYTES) } };

    expect(() => encodeEvent(subjectFor(definition), event)).toThrow(`over ${EVENT_BYTES} octets`);
  });
});

describe("a message that is not a valid event", () => {
  test.each<[string, RawMessage, RegExp]>([
    ["an unknown type", withHeader("Satchel-Type", "LinkPainted"), /LinkPainted is unknown/],
    ["no type", withHeader("Satchel-Type"), /no type/],
    ["a version from the future", withHeader("Satchel-Version", "3"), /LinkSaved of version 3, and 2 is the newest/],
    ["half a version", withHeader("Satchel-Version", "0.5"), /version/],
    ["no version", withHeader("Satchel-Version"), /version/],
    ["no id", withHeader("Nats-Msg-Id"), /no id/],
    ["no time", withHeader("Satchel-Time"), /no time/],
    ["a time that is none", withHeader("Satchel-Time", "yesterday"), /no time/],
    ["no headers", { ...encoded(), headers: undefined }, /no type/],
    ["data that is not JSON", { ...encoded(), data: text("{") }, /JSON/],
    ["data that is not UTF-8", { ...encoded(), data: Uint8Array.of(0x22, 0xff, 0x22) }, /utf-8/],
    ["data of another schema", { ...encoded(), data: text('{"url":7}') }, /schema of LinkSaved/],
    ["a subject of nobody", { ...encoded(), subject: "journal.99.x.links" }, /subject/],
  ])("given %s, when it is decoded, then the fault names sequence and cause", (_, message, cause) => {
    expect(() => decodeEvent(message)).toThrow(UnreadableEvent);
    expect(() => decodeEvent(message)).toThrow(/sequence 7/);
    expect(() => decodeEvent(message)).toThrow(cause);
  });
});

describe("an event of an older version", () => {
  test("given data of version 1 and two later versions, when it is decoded, then the upcasters run in their order", () => {
    const definition = addDefinition(
      [
        (data) => ({ words: (data as { text: string }).text.split(" ") }),
        (data) => ({ count: (data as { words: string[] }).words.length }),
      ],
      Type.Object({ count: Type.Integer() }),
    );
    const newest = encoded(subjectFor(definition), { id: randomUUID(), type: definition.type, data: { count: 5 } });
    const stored = (version: number, data: unknown): RawMessage => {
      newest.headers?.set("Satchel-Version", String(version));
      return { ...newest, data: text(JSON.stringify(data)) };
    };

    expect(decodeEvent(stored(1, { text: "one two three" }))).toMatchObject({ version: 3, data: { count: 3 } });
    expect(decodeEvent(stored(2, { words: ["one", "two"] }))).toMatchObject({ version: 3, data: { count: 2 } });
    expect(decodeEvent(stored(3, { count: 5 }))).toMatchObject({ version: 3, data: { count: 5 } });
  });

  test("given data for which an upcaster fails, when it is decoded, then the event is unreadable", () => {
    const definition = addDefinition([(data) => (data as { a: { b: number } }).a.b], Type.Number());
    const message = encoded(subjectFor(definition), { id: randomUUID(), type: definition.type, data: 1 });
    message.headers?.set("Satchel-Version", "1");

    expect(() => decodeEvent({ ...message, data: text("{}") })).toThrow(UnreadableEvent);
  });
});

const definitions = eventDefinitions as Map<string, EventDefinition>;
const TESTED = /^Tested/;
let tested = 0;

/** Makes a kind of event known for the length of a test. */
function addDefinition(upcasts: EventDefinition["upcasts"], data: EventDefinition["data"]): EventDefinition {
  const type = `Tested${tested++}`;
  const definition: EventDefinition = { context: "links", type, version: upcasts.length + 1, data, upcasts };
  definitions.set(type, definition);
  return definition;
}

afterEach(() => {
  for (const type of definitions.keys()) if (TESTED.test(type)) definitions.delete(type);
});
