import { setTimeout as delay } from "node:timers/promises";
import { readFile } from "node:fs/promises";
import { atEnd, startHttpServer } from "@satchel/testing";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";
import { runningFile } from "./system.ts";

const SAVES = 30;
/** Milliseconds between two looks: when nothing was saved, there are a few messages a second. */
const LOOK_MS = 500;
const AT_REST = 5;

/** Messages to and from the bus for one save, with what becomes of its page. */
async function messagesOfSaves(link: (n: number) => string, fetchable: Record<string, string> = {}): Promise<number> {
  const instance = await startInstance(fetchable);
  const anna = await signIn(instance, "anna@satchel.example");
  const { NATS_MONITOR_URL } = JSON.parse(await readFile(runningFile(instance.dataDir), "utf8")) as {
    NATS_MONITOR_URL: string;
  };
  const counted = async (): Promise<number> => {
    const answer = await fetch(new URL("/varz", NATS_MONITOR_URL));
    const { in_msgs, out_msgs } = (await answer.json()) as { in_msgs: number; out_msgs: number };
    return in_msgs + out_msgs;
  };
  const atRest = async (): Promise<number> => {
    for (let before = await counted(); ; ) {
      await delay(LOOK_MS);
      const now = await counted();
      if (now - before <= AT_REST) return now;
      before = now;
    }
  };
  const save = (n: number) => anna.json("POST", "/api/links/", { url: link(n) });
  await save(0);
  const before = await atRest();
  for (let n = 1; n <= SAVES; n++) await save(n);
  return ((await atRest()) - before) / SAVES;
}

// The limits are some more than was counted, for what runs beside it on a busy machine.
test("a save of a new link costs the bus few messages", async () => {
  // 62.7 were counted. A private address is refused at once, without a request.
  expect(await messagesOfSaves((n) => `http://10.1.2.3/${n}`)).toBeLessThan(70);
});

test("a save of a new link whose page is described and kept costs the bus no more messages than it has to", async () => {
  const site = await startHttpServer((request, response) => {
    if (request.url === "/favicon.ico") response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(`<title>${request.url}</title><p>Some words.`);
  });
  atEnd(() => site.close());
  const link = (n: number): string => `${site.url}/${n}`;
  // 184 were counted.
  expect(await messagesOfSaves(link, { FETCH_ALLOW: new URL(site.url).host })).toBeLessThan(200);
});
