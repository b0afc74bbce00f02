import { randomUUID } from "node:crypto";
import type { UserId } from "@satchel/contracts";
import { eventually, onePagePdf, pdfLines } from "@satchel/testing";
import { expect, test } from "vitest";
import { ARTICLE, startSystem, type TestLink } from "../../test/system.ts";

const system = await startSystem();

/** More than are taken from the bus at a time. */
const HOSTILE_PDFS = 20;

/** So many lines take the process that reads PDFs a tenth of a second. */
const LINES = 1000;

const isKept = async (link: TestLink): Promise<boolean> => (await system.eventsOf(link)).length > 0;

test("given very many PDFs of one account, when another one hands over a page and a PDF, then they are kept before most of those", async () => {
  const lines = Array.from(
    { length: LINES },
    (_, at) => [8, `The sea rises twice a day, for the ${at}th time`] as const,
  );
  const file = { type: "application/pdf", bytes: onePagePdf({ content: pdfLines(...lines) }) };
  const hostile = randomUUID() as UserId;
  const theirs: TestLink[] = [];
  for (let n = 0; n < HOSTILE_PDFS; n++) {
    const link = await system.saveLink(hostile);
    theirs.push(link);
    await system.handOver(link, { file });
  }
  const [page, pdf] = [await system.saveLink(), await system.saveLink()];

  await system.handOver(page, { html: ARTICLE("Tides") });
  await system.handOver(pdf, { file: { ...file, bytes: onePagePdf({}) } });

  await eventually(async () => expect([await isKept(page), await isKept(pdf)]).toEqual([true, true]));
  const kept = await Promise.all(theirs.map(isKept));
  expect(kept.filter(Boolean).length).toBeLessThan(HOSTILE_PDFS / 2);
});
