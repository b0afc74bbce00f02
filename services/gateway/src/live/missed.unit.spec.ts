import type { StoredEvent } from "@satchel/chassis";
import { parseSubject, type UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { LIVE_REPLAY_EVENTS } from "../limits.ts";
import { missedChanges } from "./missed.ts";

const userId = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const told = (links: number, folders: number, identity: number, captures = 0) => ({
  links,
  folders,
  identity,
  captures,
  archive: 0,
});

/** A user's events as the journal gives them, from sequence 1 on. */
function journalOf(...places: string[]) {
  const events = places.map((place, at): StoredEvent => {
    const subject = `journal.3.${userId}.${place}`;
    const parts = parseSubject(subject);
    if (parts === undefined) throw new Error(subject);
    const correlation = { correlationId: "", causationId: "", traceparent: "" };
    const data = place === "folders" ? { folderId: at + 1 } : {};
    return {
      id: "e",
      type: "T",
      version: 1,
      data,
      time: new Date(0),
      sequence: at + 1,
      subject,
      at: parts,
      correlation,
    };
  });
  return async function* readUser(_: UserId, after = 0): AsyncGenerator<StoredEvent> {
    yield* events.slice(after);
  };
}
const missed = async (readUser: ReturnType<typeof journalOf>, ...range: Parameters<typeof told>[]) => {
  const [from, to] = range.map((positions) => told(...positions));
  if (from === undefined || to === undefined) throw new Error("from where to where?");
  const found = await missedChanges(readUser, userId, from, to);
  return found && Object.fromEntries([...found].map(([kind, { ids, sequence }]) => [kind, [[...ids], sequence]]));
};
const all = journalOf(
  "links.a",
  "folders",
  "identity",
  "enrichment.b",
  "links.import-i",
  "mail.m",
  "links.a",
  "folders",
  "links.mail-m",
);

test("each projection's missed changes are those after the reader's position, up to the projection's checkpoint", async () => {
  expect(await missed(all, [0, 0, 0], [8, 8, 8, 9])).toEqual({
    links: [["a", "b"], 7],
    folders: [[2, 8], 8],
    identity: [["account"], 3],
    imports: [["i"], 5],
    captures: [["m"], 9],
  });
  expect(await missed(all, [9, 9, 9, 5], [9, 9, 9, 8])).toEqual({ captures: [["m"], 6] });
  expect(await missed(all, [1, 2, 3], [4, 8, 3])).toEqual({ links: [["b"], 4], folders: [[8], 8] });
  expect(await missed(all, [7, 0, 0], [7, 2, 0])).toEqual({ folders: [[2], 2] });
});

test("where the tables are not ahead of the reader, the journal is not read", async () => {
  const readUser = () => {
    throw new Error("asked");
  };
  expect(await missed(readUser, [7, 8, 3], [7, 8, 3])).toEqual({});
});

test("more changes than the limit are not named one by one", async () => {
  const visits = Array.from({ length: LIVE_REPLAY_EVENTS + 1 }, () => "links.a");
  const end = visits.length;
  expect(await missed(journalOf(...visits), [1, 0, 0], [end, 0, 0])).toEqual({ links: [["a"], end] });
  expect(await missed(journalOf(...visits), [0, 0, 0], [end, 0, 0])).toBeUndefined();
});
