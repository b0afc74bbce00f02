import { expect, test } from "vitest";
import { isSupportedNats } from "./nats-version.ts";

test.each(["2.10.0", "2.10.27", "2.10.27-1+b2", "2.11.0-RC.1", "2.14.5", "3.0.0"])("%s is new enough", (version) => {
  expect(isSupportedNats(version)).toBe(true);
});

test.each(["2.9.10", "2.9.10-1+b3", "1.4.1", "0.10.0", ""])("'%s' is not new enough", (version) => {
  expect(isSupportedNats(version)).toBe(false);
});
