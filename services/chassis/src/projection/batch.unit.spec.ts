import { randomUUID } from "node:crypto";
import type { JsMsg } from "@nats-io/jetstream";
import type { UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { linkSaved, linkSubject, linkVisited, usersOfAllPartitions } from "../../test/links.ts";
import { encodeEvent, type NewEvent } from "../journal/envelope.ts";
import { prepareBatch } from "./batch.ts";
import type { Projection } from "./projection.ts";

const users = usersOfAllPartitions();
const [anna, bert] = [users[0] as UserId, users[1] as UserId];

const projection: Projection = {
  name: "visits",
  version: 1,
  tables: [{ name: "links", columns: { id: "uuid", visits: "int" }, key: ["id"] }],
  project: ({ type, at, data }) => {
    const id = at.kind === "aggregate" ? at.aggregateId : undefined;
    if (type === "LinkSaved") return [{ op: "put", table: "links", row: { id, visits: 0 } }];
    if (type !== "LinkVisited") return [];
    const { visitCount } = data as { visitCount: number };
    if (visitCount === 666) throw new Error("can't count that far");
    return [{ op: "patch", table: "links", key: { id }, set: { visits: visitCount } }];
  },
  announce: ({ at }) => (at.kind === "aggregate" ? { userId: at.userId, id: at.aggregateId ?? "" } : undefined),
};

/** What the batch needs of a message. */
function message(seq: number, user: UserId, link: string, event: NewEvent, change: object = {}): JsMsg {
  const subject = linkSubject(user, link);
  const { payload, headers } = encodeEvent(subject, event);
  return { seq, subject, data: payload, headers, ...change } as unknown as JsMsg;
}
const at = (...positions: [number, number][]): Map<number, number> => new Map(positions);
const prepare = (messages: JsMsg[], positions: Map<number, number>) =>
  prepareBatch(projection, "visits", messages, positions);

describe("a batch", () => {
  test("given events of two partitions, then each checkpoint moves to its partition's last event", () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const [visit, saved] = [linkVisited(1), linkSaved()];

    const batch = prepare(
      [message(5, anna, a, linkSaved()), message(6, bert, b, saved), message(9, anna, a, visit)],
      at([0, 4], [1, 2]),
    );

    expect(batch.advances).toEqual([
      { partition: 0, from: 4, to: 9, eventId: visit.id },
      { partition: 1, from: 2, to: 6, eventId: saved.id },
    ]);
    expect(batch.statements.map(({ values }) => JSON.parse(values[0] ?? "") as unknown)).toEqual([
      [
        { id: a, visits: 1 },
        { id: b, visits: 0 },
      ],
    ]);
    expect(batch.announcements).toEqual(
      new Map([
        [anna, { ids: new Set([a]), sequence: 9 }],
        [bert, { ids: new Set([b]), sequence: 6 }],
      ]),
    );
    expect(batch.poison).toEqual([]);
  });

  test("given messages that were applied before, or of partitions that are not owned, then they are skipped", () => {
    const batch = prepare(
      [message(4, anna, randomUUID(), linkSaved()), message(5, bert, randomUUID(), linkSaved())],
      at([0, 4]),
    );

    expect(batch).toMatchObject({ events: [], statements: [], advances: [], poison: [] });
  });

  test("given an event without changes for the projection, then the checkpoint still moves", () => {
    const event = { id: randomUUID(), type: "LinkDeleted", data: {} };

    expect(prepare([message(5, anna, randomUUID(), event)], at([0, 4]))).toMatchObject({
      statements: [],
      advances: [{ from: 4, to: 5 }],
    });
  });

  test("given an event that can't concern the projection, then it is not read, and its checkpoint moves without progress", () => {
    const unreadable = message(5, anna, randomUUID(), linkSaved(), { data: new Uint8Array() });
    const ofFolders: Projection = { ...projection, concerns: ({ context }) => context === "folders" };

    const batch = prepareBatch(ofFolders, "visits", [unreadable], at([0, 4]));

    expect(batch).toMatchObject({ events: [], statements: [], poison: [], advances: [{ from: 4, to: 5 }] });
    expect(batch.concerned).toEqual(new Set());
  });

  test("given many events that can't concern the projection, then only the id of the last one is read", () => {
    let read = 0;
    const counted = (seq: number): JsMsg => {
      const { headers, ...rest } = message(seq, anna, randomUUID(), linkSaved());
      return Object.defineProperty(rest as JsMsg, "headers", { get: () => (read++, headers) });
    };
    const ofFolders: Projection = { ...projection, concerns: ({ context }) => context === "folders" };
    const messages = [counted(5), counted(6), counted(7)];

    const batch = prepareBatch(ofFolders, "visits", messages, at([0, 4]));

    expect(read).toBe(1);
    const eventId = messages[2]?.headers?.get("Nats-Msg-Id");
    expect(batch.advances).toEqual([{ partition: 0, from: 4, to: 7, eventId }]);
  });

  test.each<[string, Partial<JsMsg>, NewEvent, RegExp]>([
    ["can't be read", { data: new Uint8Array() }, linkVisited(1), /can't be read/],
    ["the projection can't take", {}, linkVisited(666), /can't count that far/],
  ])(
    "given an event that %s, then its partition ends before it, it is named, and the others go on",
    (_, change, event, why) => {
      const link = randomUUID();
      const before = linkSaved();

      const batch = prepare(
        [
          message(5, anna, link, before),
          message(6, anna, link, event, change),
          message(7, bert, randomUUID(), linkSaved()),
          message(8, anna, link, linkVisited(2)),
        ],
        at([0, 4], [1, 4]),
      );

      expect(batch.advances).toMatchObject([
        { partition: 0, to: 5, eventId: before.id },
        { partition: 1, to: 7 },
      ]);
      expect(batch.poison).toEqual([
        {
          partition: 0,
          sequence: 6,
          eventId: event.id,
          subject: linkSubject(anna, link),
          reason: expect.stringMatching(why),
          isNewer: false,
        },
      ]);
    },
  );
});
