import { expect, it } from "vitest";
import { persistently } from "./persistently.ts";

it("given what fails at first, when it is done persistently, then it is tried until it is done, and no further", async () => {
  let tries = 0;
  const work = () => (++tries < 3 ? Promise.reject(new Error("no connection")) : Promise.resolve("there"));
  expect(await persistently(work, 1)).toBe("there");
  expect(tries).toBe(3);
});
