import { expect, test } from "vitest";
import { sendCommand } from "./Welcome.tsx";

test.each([
  ["an address as most are", "anna@post.example", "save@localhost", "--from anna@post.example https://example.com/"],
  [
    "another save address",
    "anna+a@post.example",
    "links@home.example",
    "--from anna+a@post.example --to links@home.example https://example.com/",
  ],
  [
    "an address with what a shell would take for its own",
    "o'hara&$(x)@post.example",
    "save@localhost",
    String.raw`--from 'o'\''hara&$(x)@post.example' https://example.com/`,
  ],
])("given %s, then the command sends from it", (_, from, saveAddress, words) => {
  expect(sendCommand(from, saveAddress)).toBe(`npm run send -- ${words}`);
});
