import { expect, test } from "vitest";
import { noticeIn } from "./routes.ts";

const notices = { started: "It is being rebuilt." };

test("given the name of a message, then it is that message", () => {
  expect(noticeIn(notices, new URLSearchParams("said=started"))).toBe("It is being rebuilt.");
});

test.each(["", "said=", "said=other", "said=__proto__", "said=constructor", "said=toString"])(
  "given an address with %j, then there is none",
  (query) => {
    expect(noticeIn(notices, new URLSearchParams(query))).toBeUndefined();
  },
);
