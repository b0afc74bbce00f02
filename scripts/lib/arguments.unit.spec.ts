import { describe, expect, test } from "vitest";
import { readMailArguments } from "./mail-arguments.mjs";
import { nodeFault } from "./node-version.mjs";
import { LANES, readTestArguments, TIERS } from "./test-arguments.mjs";

describe("npm test", () => {
  test.each([
    [[], { tiers: ["unit", "integration", "browser", "e2e"], filters: [] }],
    [["e2e", "unit"], { tiers: ["unit", "e2e"], filters: [] }],
    [["integration", "services/links", "unit"], { tiers: ["integration"], filters: ["services/links", "unit"] }],
  ])("given %j, then it runs %j", (args, wanted) => {
    expect(readTestArguments(args)).toEqual(wanted);
  });
});

test("every tier is in one of the lanes that npm test runs at the same time", () => {
  expect(LANES.flat().toSorted()).toEqual(TIERS.toSorted());
});

describe("npm run send", () => {
  test("given a sender and links, then the links are mailed to the default address of the default server", () => {
    const wanted = readMailArguments(["--from", "ada@example.com", "https://a.example/1", "http://b.example/"], {});

    expect(wanted).toEqual({
      host: "127.0.0.1",
      port: 2525,
      mail: {
        from: "ada@example.com",
        to: "save@localhost",
        subject: "",
        text: "https://a.example/1\nhttp://b.example/\n",
      },
    });
  });

  test("given an environment, a subject and an address, then those are taken", () => {
    const env = { SMTP_HOST: "127.0.0.2", SMTP_PORT: "25", SAVE_ADDRESS: "keep@example.org" };
    const args = ["--from", "a@b.example", "--subject", "Read me", "https://a.example/"];

    expect(readMailArguments(args, env)).toMatchObject({
      host: "127.0.0.2",
      port: 25,
      mail: { to: "keep@example.org", subject: "Read me" },
    });
    expect(readMailArguments([...args, "--to", "keep+later@example.org"], env).mail.to).toBe("keep+later@example.org");
  });

  test.each([
    [["https://a.example/"], /--from/],
    [["--from", "ada", "https://a.example/"], /--from/],
    [["--from", "ada@example.com"], /at least one link/],
    [["--from", "ada@example.com", "ftp://a.example/"], /not an http or https link/],
    [["--from", "ada@example.com", "a.example"], /not an http or https link/],
    [["--form", "ada@example.com", "https://a.example/"], /--form/],
  ])("given %j, then it says what is wrong", (args, fault) => {
    expect(() => readMailArguments(args, {})).toThrow(fault);
  });

  test("given an SMTP_PORT that is none, then it says so", () => {
    const args = ["--from", "ada@example.com", "https://a.example/"];
    expect(() => readMailArguments(args, { SMTP_PORT: "smtp" })).toThrow("SMTP_PORT is smtp, not a port");
  });
});

describe("the version of Node.js", () => {
  test.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0"])("%s is new enough", (version) => {
    expect(nodeFault(version)).toBeUndefined();
  });

  test.each(["20.18.3", "18.20.4", "8.1.0"])("%s is too old, and the message names it", (version) => {
    expect(nodeFault(version)).toContain(`needs Node.js 20.19 or newer, and this is ${version}`);
  });
});
