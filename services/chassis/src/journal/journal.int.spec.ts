import { randomUUID } from "node:crypto";
import { JOURNAL, LinkSaved } from "@satchel/contracts";
import { appendAll, eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { linkSaved, linkSubject, linkVisited, saveLinks, someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";
import { withCorrelation } from "../correlation.ts";
import { encodeEvent, type StoredEvent } from "./envelope.ts";
import { JournalConflict } from "./journal.ts";
import { firstOf } from "./read-back.ts";

const { journal } = await openJournalWorld();

async function collect(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("appending", () => {
  test("given an event and a correlation, when it is appended, then it is read with its id, time and correlation", async () => {
    const user = someUser();
    const subject = linkSubject(user);
    const event = { ...linkSaved("https://ä.example/?q=\u{1f9f3}"), time: new Date("2024-02-29T12:00:00.123Z") };
    const story = {
      correlationId: "story-1",
      causationId: randomUUID(),
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    };

    const { sequence, duplicate } = await withCorrelation(story, () => journal.append({ subject, event, expected: 0 }));

    expect(duplicate).toBe(false);
    expect(await journal.last(subject)).toEqual({
      ...event,
      isFirst: true,
      version: LinkSaved.version,
      sequence,
      subject,
      at: {
        kind: "aggregate",
        partition: expect.any(Number),
        userId: user,
        context: "links",
        aggregateId: subject.split(".")[4],
      },
      correlation: story,
    });
  });

  test("given an aggregate with a later event, when a decision on its old state is appended, then the conflict has the last sequence", async () => {
    const subject = linkSubject(someUser());
    const first = await journal.append({ subject, event: linkSaved(), expected: 0 });
    const second = await journal.append({ subject, event: linkVisited(1), expected: first.sequence });

    const late = journal.append({ subject, event: linkVisited(1), expected: first.sequence });

    await expect(late).rejects.toBeInstanceOf(JournalConflict);
    await expect(late).rejects.toMatchObject({ subject, lastSequence: second.sequence });
    expect(await journal.readAggregate(subject)).toHaveLength(2);
  });

  test("given an append whose answer was lost, when it is repeated, then it is recognised and stored once", async () => {
    const subject = linkSubject(someUser());
    const saved = await journal.append({ subject, event: linkSaved(), expected: 0 });
    const request = { subject, event: linkVisited(1), expected: saved.sequence };
    const first = await journal.append(request);

    expect(await journal.append(request)).toEqual({ sequence: first.sequence, duplicate: true });
    expect(await journal.readAggregate(subject)).toHaveLength(2);
  });

  test("given an append that the server has forgotten the id of, when it is sent again, then it is recognised by the aggregate's last event", async () => {
    const subject = linkSubject(someUser());
    const request = { subject, event: linkSaved(), expected: 0 };
    const { config } = await journal.info();
    await journal.jsm.streams.update(JOURNAL, { ...config, duplicate_window: 100_000_000 });
    const { sequence } = await journal.append(request);
    // Stored after it, so when this one is forgotten, the other is too.
    const other = { subject: linkSubject(someUser()), event: linkSaved(), expected: 0 };
    await journal.append(other);
    await eventually(async () => {
      const headers = { msgID: other.event.id };
      expect((await journal.js.publish(linkSubject(someUser()), "{}", headers)).duplicate).toBe(false);
    });

    expect(await journal.append(request)).toEqual({ sequence, duplicate: true });
    expect(await journal.readAggregate(subject)).toHaveLength(1);
    await journal.jsm.streams.update(JOURNAL, config);
  });

  test("given two decisions on the same state, when both are appended at once, then one wins and the other conflicts with it", async () => {
    const subject = linkSubject(someUser());

    const outcomes = await Promise.allSettled(
      [linkSaved(), linkSaved()].map((event) => journal.append({ subject, event, expected: 0 })),
    );

    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const lost = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(won).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ name: "JournalConflict", lastSequence: won[0]?.value.sequence });
  });

  test.each([
    ["an id that is no UUID", { ...linkSaved(), id: "" }, /id/],
    ["an unknown type", { ...linkSaved(), type: "LinkPainted" }, /LinkPainted/],
    ["data not of its schema", { ...linkSaved(), data: { url: 7 } }, /LinkSaved/],
  ])("given %s, when it is appended, then it is refused and nothing is stored", async (_, event, message) => {
    const subject = linkSubject(someUser());

    await expect(journal.append({ subject, event, expected: 0 })).rejects.toThrow(message);
    expect(await journal.last(subject)).toBeUndefined();
  });

  test("given the subject of another context, when a link's fact is appended there, then it is refused", async () => {
    const subject = linkSubject(someUser()).replace(".links.", ".enrichment.");

    await expect(journal.append({ subject, event: linkSaved(), expected: 0 })).rejects.toThrow("does not belong");
  });
});

describe("reading", () => {
  test("given 1,200 events of one link among others, when it is read, then all come in their order", async () => {
    const subject = linkSubject(someUser());
    let { sequence } = await journal.append({ subject, event: linkSaved(), expected: 0 });
    for (let visit = 1; visit < 1200; visit++) {
      ({ sequence } = await journal.append({ subject, event: linkVisited(visit), expected: sequence }));
      if (visit % 100 === 0) await saveLinks(journal, someUser(), 1);
    }

    const events = await journal.readAggregate(subject);

    expect(events.map(({ data }) => (data as { visitCount?: number }).visitCount ?? 0)).toEqual(
      Array.from({ length: 1200 }, (_, visit) => visit),
    );
    expect(events.at(-1)?.sequence).toBe(sequence);
  });

  test("given 1,200 links of one user among another's, when the user is read, then all of theirs come and no others", async () => {
    const [user, other] = [someUser(), someUser()];
    const [mine] = await Promise.all([saveLinks(journal, user, 1200), saveLinks(journal, other, 300)]);

    const events = await collect(journal.readUser(user));

    expect(events.map(({ sequence }) => sequence)).toEqual(mine.sort((a, b) => a - b));
    expect(new Set(events.map(({ at }) => (at.kind === "aggregate" ? at.userId : "")))).toEqual(new Set([user]));
  });

  test("given no events, when an aggregate or a user is read, then there are none", async () => {
    expect(await journal.readAggregate(linkSubject(someUser()))).toEqual([]);
    expect(await journal.last(linkSubject(someUser()))).toBeUndefined();
    expect(await collect(journal.readUser(someUser()))).toEqual([]);
  });
});

describe("reading back", () => {
  /** A link that was saved and visited so often. @returns the sequences of its events, oldest first */
  async function visitedLink(visits: number): Promise<{ subject: string; sequences: number[] }> {
    const subject = linkSubject(someUser());
    const sequences = [(await journal.append({ subject, event: linkSaved(), expected: 0 })).sequence];
    for (let n = 1; n <= visits; n++) {
      const { sequence } = await journal.append({ subject, event: linkVisited(n), expected: sequences.at(-1) ?? 0 });
      sequences.push(sequence);
      await saveLinks(journal, someUser(), 1);
    }
    return { subject, sequences };
  }
  const sequencesOf = async (events: AsyncIterable<StoredEvent>) =>
    (await collect(events)).map(({ sequence }) => sequence);

  test("given an aggregate among others, then its events come newest first, to the very first", async () => {
    const { subject, sequences } = await visitedLink(4);
    expect(await sequencesOf(journal.readBack(subject))).toEqual(sequences.toReversed());
  });

  test("given one of its events as the start, then that one and earlier ones are read", async () => {
    const { subject, sequences } = await visitedLink(3);
    expect(await sequencesOf(journal.readBack(subject, sequences[2]))).toEqual(sequences.slice(0, 3).toReversed());
  });

  test("given that its earlier events were erased, then reading ends at the first remaining one", async () => {
    const { subject, sequences } = await visitedLink(4);
    await journal.erase(subject, sequences[2]);
    expect(await sequencesOf(journal.readBack(subject))).toEqual(sequences.slice(2).toReversed());
  });

  test("given the event of another aggregate, or none, as the start, then nothing is read", async () => {
    const [mine, theirs] = [await visitedLink(1), await visitedLink(1)];
    for (const from of [theirs.sequences[1], 0, Number.MAX_SAFE_INTEGER]) {
      expect(await sequencesOf(journal.readBack(mine.subject, from))).toEqual([]);
    }
    expect(await sequencesOf(journal.readBack(linkSubject(someUser())))).toEqual([]);
  });

  test("given very many events, then only the consumed ones are read, and counting them reads none", async () => {
    const subject = linkSubject(someUser());
    const { sequence } = await journal.append({ subject, event: linkSaved(), expected: 0 });
    const visits = Array.from({ length: 2000 }, (_, n) => linkVisited(n + 1));
    await appendAll(journal, subject, visits, sequence);

    const before = journal.nc.stats().inMsgs;
    const found = await firstOf(journal.readBack(subject), ({ type }) => type === "LinkSaved", 30);

    expect(found).toBeUndefined();
    expect(journal.nc.stats().inMsgs - before).toBe(30);
    expect(await journal.count(subject)).toBe(2001);
    expect(journal.nc.stats().inMsgs - before).toBe(31);
  });

  test("given a journal with one copy, then its events are read by direct get and not by the API of the leader", async () => {
    const { subject, sequences } = await visitedLink(3);
    const requests: string[] = [];
    const observed = journal.nc.subscribe("$JS.API.STREAM.MSG.GET.>", {
      callback: (_, message) => void requests.push(message.subject),
    });

    expect((await journal.last(subject))?.sequence).toBe(sequences.at(-1));
    expect(await sequencesOf(journal.readBack(subject))).toEqual(sequences.toReversed());

    await journal.nc.flush();
    observed.unsubscribe();
    expect(requests).toEqual([]);
  });

  test("given an event without the sequence of the one before, then reading fails instead of skipping events", async () => {
    const { subject, sequences } = await visitedLink(1);
    const { payload, headers } = encodeEvent(subject, linkVisited(2));
    await journal.js.publish(subject, payload, { headers });
    const reading = collect(journal.readBack(subject));
    await expect(reading).rejects.toThrow("it does not name the event that it follows");
    expect(await sequencesOf(journal.readBack(subject, sequences[1]))).toEqual(sequences.toReversed());
  });
});
