import { setTimeout as delay } from "node:timers/promises";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";
import { runningFile } from "./system.ts";

const SAVES = 30;
/**
 * Messages to and from the bus for one save, with what becomes of its page: 62.7 were counted. Some more for what runs
 * beside it on a busy machine.
 */
const MESSAGES = 70;
/** Milliseconds between two looks: when nothing was saved, there are a few messages a second. */
const LOOK_MS = 500;
const AT_REST = 5;

test("a save of a new link costs the bus few messages", async () => {
  const instance = await startInstance();
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
  // A private address is refused at once, without a request.
  const save = (n: number) => anna.json("POST", "/api/links/", { url: `http://10.1.2.3/${n}` });
  await save(0);

  const before = await atRest();
  for (let n = 1; n <= SAVES; n++) await save(n);
  expect(((await atRest()) - before) / SAVES).toBeLessThan(MESSAGES);
});
