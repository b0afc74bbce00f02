import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";

const userId = randomUUID() as string as UserId;

/** A site with one page, answered when `decide` calls its answer. @returns its host and port */
async function startSite(decide: (answer: () => void) => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    decide(() => response.writeHead(200, { "content-type": "text/html" }).end("<title>A page</title>"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("given many links were imported whose pages take their time, then a link that is saved now does not wait for them", async () => {
  const answers: (() => void)[] = [];
  let isOpen = false;
  // Sites of their own: of one site only a few pages are fetched at a time anyway.
  const slow = await startSite((answer) => (isOpen ? answer() : answers.push(answer)));
  const quick = await startSite((answer) => answer());
  const world = await openEnrichmentWorld();
  const described = async (subject: string): Promise<boolean> =>
    (await world.journal.last(subject))?.type === "PageDescribed";
  const importId = randomUUID() as never;
  const imported = await Promise.all(
    Array.from({ length: 12 }, (_, n) => world.saveLink(userId, `http://${slow}/${n}`, { kind: "import", importId })),
  );
  await runEnrichment(world, { FETCH_ALLOW: [slow, quick], FETCH_AT_ONCE: 2 });
  await eventually(() => answers.length > 0);

  const fresh = await world.saveLink(userId, `http://${quick}/`);

  await eventually(() => described(fresh));
  expect((await Promise.all(imported.map(described))).filter(Boolean)).toEqual([]);
  // And those have their turn too.
  isOpen = true;
  for (const answer of answers) answer();
  await eventually(async () => (await Promise.all(imported.map(described))).every(Boolean));
});
