import { randomUUID } from "node:crypto";
import { documentName } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeKeeping,
  ChangeQuota,
  CheckRoom,
  type CopyId,
  KeepUploaded,
  MeasureCopies,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { ARTICLE, startSystem } from "../../test/system.ts";
import { copyUse } from "../queries/index.ts";
import { inProof } from "@satchel/testing/in-proof";

describe("given an account that has used its quota", () => {
  test("when another page is handed over, then it is not kept, with the reason", async () => {
    const small = await startSystem({ COPIES_MB_PER_ACCOUNT: "0" });
    const link = await small.saveLink();
    await small.handOver(link, { html: ARTICLE("Full") });
    await eventually(async () =>
      expect(await small.eventsOf(link)).toEqual([
        { type: "PageNotKept", data: { linkId: link.linkId, reason: "quota" } },
      ]),
    );
    expect(await small.send(CheckRoom, { userId: link.userId })).toEqual({ isFull: true });
    const usual = await startSystem();
    expect(await usual.send(CheckRoom, { userId: link.userId })).toEqual({ isFull: false });
  });

  test("when the operator gives it another quota, then it counts at once, for this account alone, until it is taken back", async () => {
    const small = await startSystem({ COPIES_MB_PER_ACCOUNT: "0" });
    const [link, other] = [await small.saveLink(), await small.saveLink()];
    const { userId } = link;
    await small.send(ChangeQuota, { userId, megabytes: 20 });
    await eventually(async () => expect(await small.send(CheckRoom, { userId })).toEqual({ isFull: false }));
    expect(await small.send(CheckRoom, { userId: other.userId })).toEqual({ isFull: true });
    await small.handOver(link, { html: ARTICLE("Room") });
    await small.handOver(other, { html: ARTICLE("None") });
    await eventually(async () => expect(await small.eventsOf(link)).toMatchObject([{ type: "PageKept" }]));
    await eventually(async () => expect(await small.eventsOf(other)).toMatchObject([{ type: "PageNotKept" }]));
    await eventually(async () => {
      const { uses, usualMegabytes } = await small.send(MeasureCopies, { userIds: [userId, other.userId] });
      expect(usualMegabytes).toBe(0);
      expect(uses).toEqual([{ userId, bytes: expect.any(Number), quotaMegabytes: 20 }]);
      expect(uses[0]?.bytes).toBeGreaterThan(0);
    });
    // The owner's switch and the operator's quota are one aggregate: neither loses the other.
    await small.send(ChangeKeeping, { userId, isOn: false });
    await small.send(ChangeQuota, { userId, megabytes: null });
    await small.send(ChangeQuota, { userId, megabytes: null });
    await eventually(async () =>
      expect(await copyUse(small.db, userId)).toMatchObject({ isOn: false, quotaMegabytes: null }),
    );
    expect(await small.send(CheckRoom, { userId })).toEqual({ isFull: true });
    const settings = await small.journal.readAggregate(aggregateSubject(userId, "archive"));
    expect(settings.map(({ type }) => type)).toEqual(["QuotaChanged", "KeepingChanged", "QuotaChanged"]);
  });

  inProof("when what it sent still waits to be a copy, then that counts, until it is one", async () => {
    const small = await startSystem({ COPIES_MB_PER_ACCOUNT: "1" });
    const [link, other] = [await small.saveLink(), await small.saveLink()];
    const waiting = documentName(link.userId, link.linkId, "waits");
    await small.documents.put(waiting, new Uint8Array(1024 * 1024));
    await small.stop();
    await small.start();
    const { userId } = link;
    const page = { version: randomUUID() as CopyId, source: "upload" } as const;

    await eventually(async () => expect(await small.send(CheckRoom, { userId })).toEqual({ isFull: true }));
    await expect(small.send(KeepUploaded, { ...link, ...page })).rejects.toMatchObject({ code: "full" });
    expect(await small.eventsOf(link)).toEqual([]);
    expect(await small.send(CheckRoom, { userId: other.userId })).toEqual({ isFull: false });

    await small.documents.remove(waiting);
    await small.stop();
    await small.start();
    await eventually(async () => expect(await small.send(CheckRoom, { userId })).toEqual({ isFull: false }));
    await small.send(KeepUploaded, { ...link, ...page });
    expect(await small.eventsOf(link)).toMatchObject([{ type: "CopyUploaded" }]);
  });

  test.each(["mail", "upload"] as const)(
    "when what was answered comes by %s, then it is kept all the same; a page that is sent as another copy of it is not",
    async (source) => {
      const small = await startSystem({ COPIES_MB_PER_ACCOUNT: "0" });
      const link = await small.saveLink();
      const item = { url: "mid:1@post.example", source, isRequested: true } as const;
      const version = await small.handOver(link, { ...item, html: ARTICLE("Letter") });
      await eventually(async () => expect(await small.eventsOf(link)).toMatchObject([{ type: "PageKept" }]));
      expect((await small.filesOf(link, version))["text.txt"]).toContain("Letter ends here.");
      const bytes = Buffer.from(ARTICLE("Sent"));
      await small.handOver(link, { ...item, source: "upload", file: { type: "text/html", bytes } });
      await eventually(async () =>
        expect(await small.eventsOf(link)).toMatchObject([{}, { type: "PageNotKept", data: { reason: "quota" } }]),
      );
    },
  );
});
