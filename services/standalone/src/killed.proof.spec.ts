import { setTimeout as delay } from "node:timers/promises";
import { eventually, freePort, type SpawnedProgram, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { randomFrom } from "@satchel/testing";
import { launchInstance, type Place, sendMail, signIn, startInstance } from "../test/instance.ts";
import { killNow, processesOf, processTree } from "../test/processes.ts";

/** Rounds, each of which kills a running system and a start: `KILL_ROUNDS=50` for a rehearsal before a release. */
const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 3);
/** What decides about moments and orders; it is printed, so that a run can be repeated. */
const SEED = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
/** Milliseconds after which a start is killed at the latest: it is mostly ready by then. */
const START_MS = 5000;
/** Milliseconds between two kills at most. */
const GAP_MS = 40;
const ROUND_MS = 400_000;

const random = randomFrom(SEED);

type Order = "leaves first" | "root first" | "any" | "root alone";
const ORDERS: readonly Order[] = ["leaves first", "any", "root alone", "leaves first", "root first"];

/** Kills what runs at this moment. What is started meanwhile, or is not in the list, is left behind. */
async function killAll({ pid, exited }: SpawnedProgram, order: Order): Promise<void> {
  const tree = processTree(pid);
  const listed = {
    "root first": tree,
    "leaves first": tree.toReversed(),
    any: tree.toSorted(() => random() - 0.5),
    "root alone": [pid],
  }[order];
  for (const each of listed) {
    killNow(each);
    await delay(random() * GAP_MS);
  }
  killNow(pid);
  await exited;
}

test(`whatever is killed in whatever order, the next start comes up whole (seed ${SEED})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  let place: Place | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDERS[round % ORDERS.length] as Order;
    // Every other round begins with a first start.
    if (place === undefined || round % 2 === 0) {
      if (place !== undefined) await cleared(place.dataDir);
      place = await newPlace();
    }
    const starting = await launchInstance({}, place);
    await delay(random() * START_MS);
    await killAll(starting.process, order);

    const running = await startInstance({}, place);
    const address = `round${round}@post.example`;
    await signIn(running, address);
    expect(await sendMail(running, { from: address, text: "https://kept.example/" })).toMatch(/^250/);
    await killAll(running.process, order);
  }
  const last = await startInstance({}, place);
  expect(await last.process.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  await eventually(() => expect(processesOf(last.dataDir)).toEqual([]));
});

async function newPlace(): Promise<Place> {
  const [dataDir, port, smtpPort] = [await tempDir(), await freePort(), await freePort()];
  return { dataDir, url: `http://127.0.0.1:${port}`, smtpPort };
}

/** Starts once more on a folder and stops in order, so that nothing is left running on it. */
async function cleared(dataDir: string): Promise<void> {
  const { process } = await startInstance({}, { ...(await newPlace()), dataDir });
  await process.kill("SIGTERM");
}
