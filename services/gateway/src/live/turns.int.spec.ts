import { randomUUID } from "node:crypto";
import { connectBus, createLogger } from "@satchel/chassis";
import { EVENT_STREAMS_PER_USER, type UserId } from "@satchel/contracts";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { eventIds } from "./event-ids.ts";
import { positionsOf } from "./positions.ts";
import { liveStreams } from "./streams.ts";

const logger = createLogger("test", "silent");
const { url, monitorUrl } = await startTestNats();
const bus = await connectBus({ url, monitorUrl, name: "test", logger });
atEnd(() => bus.close());

test("given an account whose streams all catch up, then another one's waits for a single one of them", async () => {
  const ids = eventIds("a key for tests only 0123456789abcdef");
  const created = new Date(0).toISOString();
  const read: UserId[] = [];
  let asked = 0;
  let letAllRead = (): void => undefined;
  const begin = new Promise<void>((resolve) => (letAllRead = resolve));
  const live = liveStreams({
    bus,
    logger,
    ids,
    positions: async () => {
      asked++;
      return positionsOf(() => 1000);
    },
    journal: {
      info: async () => ({ created }) as never,
      async *readUser(userId) {
        read.push(userId);
        await begin;
        yield* [];
      },
    },
  });
  atEnd(() => live.close());
  const [busy, other] = [randomUUID() as UserId, randomUUID() as UserId];
  const open = (userId: UserId) => {
    const session = { userId, sessionId: randomUUID() as never, verified: true, byExtension: false };
    const missesAll = ids.seal(userId, { epoch: Date.parse(created), positions: positionsOf(() => 0) });
    return live.open({ ...session, expiresAt: Date.now() + 60_000 }, missesAll);
  };

  const busyStreams = Array.from({ length: EVENT_STREAMS_PER_USER }, () => open(busy));
  await eventually(() => asked === EVENT_STREAMS_PER_USER);
  const stream = open(other);
  await eventually(() => asked === EVENT_STREAMS_PER_USER + 1);
  letAllRead();
  await Promise.all([...busyStreams, stream]);

  expect(read).toHaveLength(EVENT_STREAMS_PER_USER + 1);
  expect(read.indexOf(other)).toBeLessThanOrEqual(2);
});
