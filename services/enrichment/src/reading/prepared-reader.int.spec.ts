import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";

test("given a link that was saved, while its page is being fetched, then the process that reads it starts", async () => {
  let answer: (() => void) | undefined;
  const site = createServer((_request, response) => {
    answer ??= () => response.writeHead(200, { "content-type": "text/html" }).end("<title>A page</title>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    site.closeAllConnections();
    site.close();
  });
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const children: ChildProcess[] = [];
  const note = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
  subscribe("child_process", note);
  atEnd(() => void unsubscribe("child_process", note));
  const world = await openEnrichmentWorld();
  await runEnrichment(world, { FETCH_ALLOW: [host] });

  const subject = await world.saveLink(randomUUID() as UserId, `http://${host}/`);

  const isReader = ({ spawnargs }: ChildProcess) => spawnargs.some((one) => one.endsWith("/extraction-worker.js"));
  await eventually(() => answer !== undefined && children.some(isReader));
  answer?.();
  await eventually(async () => (await world.journal.last(subject))?.type === "PageDescribed");
});

test("its program is one file without the contracts' schemas: loading these took most of its start", () => {
  const built = new URL("../../dist/reading/extraction-worker.js", import.meta.url);
  expect(readFileSync(built, "utf8")).not.toMatch(/from ?"(?:typebox|htmlparser2|@satchel\/)/);
  const { sources } = JSON.parse(readFileSync(new URL(`${built.href}.map`), "utf8")) as { sources: string[] };
  expect(sources.filter((source) => source.includes("/typebox/"))).toEqual([]);
});
