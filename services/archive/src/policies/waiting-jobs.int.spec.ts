import { randomUUID } from "node:crypto";
import { documentName } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { ARTICLE, PAGE_URL, startSystem } from "../../test/system.ts";

test("given copies of one link that wait while the service is away, also from an earlier version of the program, then it makes all of them", async () => {
  const system = await startSystem({}, false);
  const link = await system.saveLink();
  const earlier: string[] = [];
  for (const kind of ["keep", "keep-uploaded"]) {
    const version = randomUUID();
    const name = documentName(link.userId, link.linkId, version);
    await system.documents.put(name, Buffer.from(ARTICLE(kind)));
    const details = { version, url: PAGE_URL, isRequested: true, name, type: "text/html" };
    await system.bus.js.publish(`pages.${kind}.${link.userId}.${link.linkId}`, JSON.stringify(details));
    earlier.push(version);
  }
  const later = [
    await system.handOver(link, { html: ARTICLE("Sent"), isRequested: true, source: "upload" }),
    await system.handOver(link, { html: ARTICLE("Sent again"), isRequested: true, source: "upload" }),
  ];

  await system.start();

  await eventually(async () => {
    const kept = (await system.eventsOf(link)).filter(({ type }) => type === "PageKept");
    expect(kept.map(({ data }) => String(data["version"])).toSorted()).toEqual([...earlier, ...later].toSorted());
  });
});
