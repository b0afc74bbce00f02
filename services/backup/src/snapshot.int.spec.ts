import { setTimeout as delay } from "node:timers/promises";
import { connectBus, createLogger } from "@satchel/chassis";
import { atEnd, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { sendPiece } from "./snapshot.ts";

/** Milliseconds in which nobody takes the pieces, as between two servers of a cluster. */
const LATE_MS = 500;

test("given a server that takes a stream and is not known yet, when a piece is sent, then it arrives once it is", async () => {
  const bus = await connectBus({
    ...(await startTestNats()),
    name: "backup",
    logger: createLogger("backup", "silent"),
  });
  atEnd(() => bus.close());
  const sent = sendPiece(bus.nc, "pieces", "one");
  await delay(LATE_MS);
  const taken: string[] = [];
  bus.nc.subscribe("pieces", {
    callback: (_, message) => {
      taken.push(message.string());
      message.respond("");
    },
  });

  expect((await sent).string()).toBe("");
  expect(taken).toEqual(["one"]);
});
