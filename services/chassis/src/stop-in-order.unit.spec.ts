import { expect, test } from "vitest";
import { stopInOrder } from "./stop-in-order.ts";

test("given parts, when they are stopped, then a step begins when the one before has ended", async () => {
  const log: string[] = [];
  const part = (name: string) => async () => {
    log.push(`${name} stops`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} is stopped`);
  };
  await stopInOrder([part("a"), part("b")], part("c"));
  expect(log).toEqual(["a stops", "b stops", "a is stopped", "b is stopped", "c stops", "c is stopped"]);
});

test("given parts that fail to stop, then the others are stopped all the same, and the failures are thrown", async () => {
  const log: string[] = [];
  const failing = (name: string) => () => {
    throw new Error(name);
  };
  await expect(stopInOrder([failing("a"), () => log.push("b")], () => log.push("c"))).rejects.toThrow("a");
  await expect(stopInOrder([failing("a")], failing("d"), () => log.push("e"))).rejects.toMatchObject({
    errors: [new Error("a"), new Error("d")],
  });
  expect(log).toEqual(["b", "c", "e"]);
});
