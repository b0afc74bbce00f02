import { errors } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { retryOpen } from "./retry-open.ts";

/** Fails so many times, then gives a word. */
function failing(times: number, error: Error): { readonly tries: () => number; readonly open: () => Promise<string> } {
  let tries = 0;
  const open = async (): Promise<string> => {
    if (tries++ < times) throw error;
    return "opened";
  };
  return { tries: () => tries, open };
}

test("given no leader at first, when a stream is opened, then it is retried until it is open", async () => {
  const { open, tries } = failing(2, new errors.TimeoutError());

  expect(await retryOpen(open)).toBe("opened");
  expect(tries()).toBe(3);
});

test("given a permanent error, when a stream is opened, then it fails at once", async () => {
  const { open, tries } = failing(2, new Error("made with another number of partitions"));

  await expect(retryOpen(open)).rejects.toThrow("partitions");
  expect(tries()).toBe(1);
});
