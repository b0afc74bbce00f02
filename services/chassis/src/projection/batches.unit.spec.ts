import { setTimeout as delay } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { inBatches } from "./batches.ts";

const OCTETS = 10;
const message = (seq: number, pending: number): JsMsg =>
  ({ seq, info: { pending }, data: new Uint8Array(OCTETS) }) as JsMsg;

async function* flood(count: number, announced = 0): AsyncGenerator<JsMsg> {
  for (let seq = 1; seq <= count; seq++) yield message(seq, announced + count - seq);
}

const upTo = (messages: number, octets = Infinity) => ({ messages, octets });

async function gather(messages: AsyncIterable<JsMsg>, limits: ReturnType<typeof upTo>): Promise<number[][]> {
  const batches: number[][] = [];
  for await (const batch of inBatches(messages, limits)) batches.push(batch.map(({ seq }) => seq));
  return batches;
}

test("given a backlog, then the batches are full, and the last one has the rest", async () => {
  expect(await gather(flood(7), upTo(3))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

test("given large messages, then a batch ends with the one by which it has enough octets", async () => {
  expect(await gather(flood(5), upTo(100, 2 * OCTETS))).toEqual([[1, 2], [3, 4], [5]]);
  expect(await gather(flood(2), upTo(100, 1))).toEqual([[1], [2]]);
});

test("given messages that come one by one, then none waits for the next", async () => {
  async function* trickle(): AsyncGenerator<JsMsg> {
    for (let seq = 1; seq <= 3; seq++) {
      yield message(seq, 0);
      await delay(5);
    }
  }

  expect(await gather(trickle(), upTo(100))).toEqual([[1], [2], [3]]);
});

test("given pending messages that come a little later, then the batch waits for them", async () => {
  async function* late(): AsyncGenerator<JsMsg> {
    yield message(1, 1);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    yield message(2, 0);
  }

  expect(await gather(late(), upTo(100))).toEqual([[1, 2]]);
});

test("given pending messages that never come, then the batch does not wait for them for long", async () => {
  async function* stalled(): AsyncGenerator<JsMsg> {
    yield* flood(2, 5);
    await new Promise(() => {});
  }

  const first = await inBatches(stalled(), upTo(100)).next();

  expect(first.value?.map(({ seq }: JsMsg) => seq)).toEqual([1, 2]);
});

test("given a batch in progress, when messages come meanwhile, then they form the next batch", async () => {
  let arrived = (): void => {};
  async function* during(): AsyncGenerator<JsMsg> {
    yield message(1, 0);
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    for (let seq = 2; seq <= 4; seq++) yield message(seq, 0);
  }
  const batches: number[][] = [];

  for await (const batch of inBatches(during(), upTo(100))) {
    batches.push(batch.map(({ seq }) => seq));
    arrived();
  }

  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test("given a source that fails, then its error is thrown", async () => {
  async function* failing(): AsyncGenerator<JsMsg> {
    yield* flood(3);
    throw new Error("the stream is gone");
  }

  await expect(gather(failing(), upTo(2))).rejects.toThrow("the stream is gone");
});
