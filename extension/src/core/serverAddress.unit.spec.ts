import { expect, test } from "vitest";
import { hostPattern, readServerAddress } from "./serverAddress.ts";

test.each([
  ["https://satchel.example", "https://satchel.example"],
  [" satchel.example/links?q=a ", "https://satchel.example"],
  ["SATCHEL.example:8443", "https://satchel.example:8443"],
  ["localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
])("given %s is typed, then the server is %s", (typed, server) => {
  expect(readServerAddress(typed)).toEqual({ server });
});

test.each([
  ["", "notAnAddress"],
  ["two words", "notAnAddress"],
  ["javascript:alert(1)", "notAnAddress"],
  ["file:///etc/passwd", "notAnAddress"],
  ["https://anna:secret@satchel.example", "notAnAddress"],
  ["http://satchel.example", "needsHttps"],
  ["http://localhost.evil.example", "needsHttps"],
])("given %s is typed, then it is refused: %s", (typed, fault) => {
  expect(readServerAddress(typed)).toEqual({ fault });
});

test("given a server with a port, then its permission names the host alone, as Firefox wants it", () => {
  expect(hostPattern("http://127.0.0.1:3000")).toBe("http://127.0.0.1/*");
});
