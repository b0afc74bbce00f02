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

test("given mail is taken on another port, then the command names it", () => {
  expect(sendCommand("anna@post.example", "save@localhost", 2727)).toBe(
    "SMTP_PORT=2727 npm run send -- --from anna@post.example https://example.com/",
  );
  expect(sendCommand("anna@post.example", "save@localhost", 2525)).not.toContain("SMTP_PORT");
});
