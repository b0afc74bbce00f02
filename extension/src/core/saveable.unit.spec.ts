import { URL_CHARS } from "@satchel/contracts";
import { expect, test } from "vitest";
import { faultOf } from "./saveable.ts";

test.each([
  ["https://example.org/a?b#c", undefined],
  ["http://localhost:3000/", undefined],
  [undefined, "notWeb"],
  ["", "notWeb"],
  ["chrome://settings", "notWeb"],
  ["about:blank", "notWeb"],
  ["file:///etc/passwd", "notWeb"],
  ["javascript:alert(1)", "notWeb"],
  ["data:text/html,x", "notWeb"],
  ["https://anna@example.org/", "hasPassword"],
  ["https://anna:secret@example.org/", "hasPassword"],
  [`https://example.org/${"a".repeat(URL_CHARS)}`, "tooLong"],
])("given the address %s, when it is to be saved, then what is against it is %s", (address, fault) => {
  expect(faultOf(address)).toBe(fault);
});
