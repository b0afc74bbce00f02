import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  ChangeHighlight,
  DeleteHighlight,
  type HighlightId,
  highlightsSubject,
  MakeHighlight,
  RestoreHighlight,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { startSystem, type System, type TestLink } from "../../test/system.ts";
import { purgeDeletedHighlights } from "../policies/purge-highlights.ts";
import { listHighlights } from "../queries/index.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const quoteOf = (exact: string) => ({ exact, prefix: "before ", suffix: " after" });
const make = async (link: TestLink, exact: string, more: object = {}): Promise<HighlightId> => {
  const made = await system.send(MakeHighlight, { ...link, quote: quoteOf(exact), color: "yellow", ...more });
  return made.highlightId;
};
const shown = (link: TestLink) => listHighlights(system.db, link.userId, link.linkId);
const eventsOf = (link: TestLink) => system.journal.readAggregate(highlightsSubject(link.userId, link.linkId));

describe("given a link", () => {
  test("when parts of it are marked, then they are listed in the order of its text, those without a place last", async () => {
    const link = await system.saveLink();
    const textHash = "0f1e2d3c4b5a6978";
    await make(link, "third");
    await make(link, "second", { position: { start: 50, end: 56 }, textHash, note: "Why?", color: "pink" });
    await make(link, "first", { position: { start: 5, end: 10 }, textHash });
    expect(await shown(link)).toMatchObject([
      { quote: quoteOf("first"), position: { start: 5, end: 10 }, text_hash: textHash, color: "yellow", note: null },
      { quote: quoteOf("second"), color: "pink", note: "Why?" },
      { quote: quoteOf("third"), position: null, text_hash: null },
    ]);
  });

  test("when many are made at once, then none is lost", async () => {
    const link = await system.saveLink();
    await Promise.all(Array.from({ length: 20 }, (_, n) => make(link, `words ${n}`)));
    expect(await shown(link)).toHaveLength(20);
  });

  test("when one was made elsewhere, then it has the time of that, and is made once", async () => {
    const link = await system.saveLink();
    const past = "2020-02-03T04:05:06.000Z";
    const request = { ...link, quote: quoteOf("imported"), color: "green", past } as const;
    const id = randomUUID();
    for (let n = 0; n < 2; n++) await system.client.send(MakeHighlight, request, id, true);
    await eventually(async () => expect(await shown(link)).toMatchObject([{ id, created_at: past }]));
    expect(await eventsOf(link)).toHaveLength(1);
  });
});

describe("given a highlight", () => {
  test("when it is changed, deleted and restored, then the tables show it", async () => {
    const link = await system.saveLink();
    const highlightId = await make(link, "changed", { note: "Old" });
    await system.send(ChangeHighlight, { ...link, highlightId, color: "blue" });
    await system.send(ChangeHighlight, { ...link, highlightId, note: "" });
    expect(await shown(link)).toMatchObject([{ color: "blue", note: null }]);
    await system.send(DeleteHighlight, { ...link, highlightId });
    expect(await shown(link)).toEqual([]);
    await system.send(RestoreHighlight, { ...link, highlightId });
    expect(await shown(link)).toMatchObject([{ id: highlightId, color: "blue" }]);
  });

  test("when somebody else names it, or it is of another link, then it is not there", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    const highlightId = await make(link, "mine");
    for (const target of [
      { ...other, highlightId },
      { ...link, userId: other.userId, highlightId },
    ]) {
      await expect(system.send(DeleteHighlight, target)).rejects.toMatchObject({ code: "not-found" });
      await expect(system.send(ChangeHighlight, { ...target, note: "x" })).rejects.toMatchObject({ code: "not-found" });
      await expect(system.send(RestoreHighlight, target)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("when it was deleted 30 days ago, then nothing of what it says is left, and its neighbours stay", async () => {
    const link = await system.saveLink();
    const highlightId = await make(link, "forgotten", { note: "A secret" });
    await system.send(ChangeHighlight, { ...link, highlightId, note: "Another secret" });
    const kept = await make(link, "kept");
    await system.send(DeleteHighlight, { ...link, highlightId });
    const before = system.clock;
    system.clock = Date.now() + UNDO_SECONDS * 1000 + 60_000;
    await expect(system.send(RestoreHighlight, { ...link, highlightId })).rejects.toMatchObject({ code: "not-found" });

    await purgeDeletedHighlights({ ...system, now: () => system.clock });
    system.clock = before;

    await eventually(async () => {
      const { rows } = await system.pool.query("select id from archive.highlights where link_id = $1", [link.linkId]);
      expect(rows).toEqual([{ id: kept }]);
    });
    const left = JSON.stringify((await eventsOf(link)).map(({ type, data }) => ({ type, data })));
    expect(left).toContain("kept");
    expect(left).not.toMatch(/secret|forgotten/);
    await make(link, "and more after it");
    expect(await shown(link)).toHaveLength(2);
  });

  test("when another account deleted very many before it, then its content goes as early as theirs", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    const highlightId = await make(link, "forgotten");
    await system.send(DeleteHighlight, { ...link, highlightId });
    await system.pool.query(
      `insert into archive.highlights (user_id, link_id, id, exact, prefix, suffix, color, made_at, deleted_at)
       select $1, $2, gen_random_uuid(), 'x', '', '', 'yellow', now(), now() - interval '1 day'
       from generate_series(1, 501)`,
      [other.userId, other.linkId],
    );
    const now = Date.now() + UNDO_SECONDS * 1000 + 60_000;

    await purgeDeletedHighlights({ ...system, now: () => now });

    expect(JSON.stringify((await eventsOf(link)).map(({ data }) => data))).not.toContain("forgotten");
    expect(await eventsOf(other)).toHaveLength(501);
  });

  test("when its link is purged, then nothing of it is left, in the journal either", async () => {
    const link = await system.saveLink();
    await make(link, "purged");
    await system.happens(link, "LinkDeleted");
    await system.happens(link, "LinkPurged");
    await eventually(async () => expect(await eventsOf(link)).toEqual([]));
    await eventually(async () => expect(await shown(link)).toEqual([]));
  });

  test("when its link is saved again after the deletion became final, then the new link has none of it", async () => {
    const link = await system.saveLink();
    await make(link, "of the earlier life");
    await system.happens(link, "LinkDeleted");
    await system.happens(link, "LinkSaved", { url: "https://example.org/", origin: { kind: "page" } });
    await eventually(async () => expect(await shown(link)).toEqual([]));
    await eventually(async () => expect((await eventsOf(link)).map(({ type }) => type)).toEqual(["HighlightPurged"]));
  });

  test("when its account is erased, then the tables have nothing of it", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    await make(link, "erased");
    await make(other, "stays");
    await system.journal.append({
      subject: aggregateSubject(link.userId, "identity"),
      event: { id: randomUUID(), type: "UserErased", data: {} },
      expected: 0,
    });
    await eventually(async () => expect(await shown(link)).toEqual([]));
    expect(await shown(other)).toHaveLength(1);
  });
});

describe("given a link that is purged", () => {
  test("when a highlight is made or restored at that moment, then nothing of it stays", async () => {
    const link = await system.saveLink();
    const highlightId = await make(link, "secret of before");
    await system.send(DeleteHighlight, { ...link, highlightId });
    await system.happens(link, "LinkDeleted");
    await system.happens(link, "LinkPurged");
    const making = { ...link, quote: quoteOf("secret of late"), color: "yellow" as const };

    await expect(system.client.send(MakeHighlight, making)).rejects.toMatchObject({ code: "not-found" });
    await expect(system.client.send(RestoreHighlight, { ...link, highlightId })).rejects.toMatchObject({
      code: "not-found",
    });

    await eventually(async () => expect(JSON.stringify(await eventsOf(link))).not.toContain("secret"));
    await eventually(async () => expect(await shown(link)).toEqual([]));
  });
});
