import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
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

test.each([
  ["no leader", new errors.TimeoutError()],
  [
    "a stream that others create",
    new JetStreamApiError({ code: 404, err_code: JetStreamApiCodes.StreamNotFound, description: "stream not found" }),
  ],
])("given %s at first, when a stream is opened, then it is retried until it is open", async (_, error) => {
  const { open, tries } = failing(2, error);

  expect(await retryOpen(open)).toBe("opened");
  expect(tries()).toBe(3);
});

test("given a permanent error, when a stream is opened, then it fails at once", async () => {
  const { open, tries } = failing(2, new Error("made with another number of partitions"));

  await expect(retryOpen(open)).rejects.toThrow("partitions");
  expect(tries()).toBe(1);
});
