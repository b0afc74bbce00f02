import { describe, expect, test } from "vitest";
import { normaliseDomain } from "./domain-name.ts";
import { keyAllows } from "./keys.ts";
import { readCandidate, withCandidates } from "./signatures.ts";
import { parseTags } from "./tags.ts";

const GOOD = "v=1; a=rsa-sha256; d=example.org; s=key; h=To:From; bh=x; b=y";
const NOW = new Date("2026-11-20T10:00:00Z");
const accepted = (tags: string) => readCandidate(tags, NOW) !== undefined;

describe("a signature", () => {
  test.each([
    GOOD,
    GOOD.replace("rsa", "ed25519"),
    `${GOOD}; q=dns/txt`,
    `${GOOD}; i=o'brien@example.org`,
    `${GOOD}; i="o'brien"@example.org`,
    `${GOOD}; z=Subject:"Hello|To:(a|X:\\`,
    `${GOOD}; t=${NOW.getTime() / 1000 + 14 * 3600}`,
    `${GOOD}; x=${NOW.getTime() / 1000 + 1}`,
    `${GOOD}; i=anna@example.org`,
    `${GOOD}; i=@mail.example.org`,
    GOOD.replace("To:From", "To :\r\n\t from "),
  ])("%s may count", (tags) => expect(accepted(tags)).toBe(true));

  test.each([
    ["of no version", GOOD.replace("v=1; ", "")],
    ["of another version", GOOD.replace("v=1", "v=2")],
    ["with SHA-1", GOOD.replace("sha256", "sha1")],
    ["over a part of the body", `${GOOD}; l=10`],
    ["over nothing of the body", `${GOOD}; l=0`],
    ["without the From field", GOOD.replace("To:From", "To")],
    ["over no fields", GOOD.replace("h=To:From; ", "")],
    ["whose key is elsewhere", `${GOOD}; q=http/well-known`],
    ["by somebody of another domain", `${GOOD}; i=anna@evil.example`],
    ["by somebody of a domain with the same ending", `${GOOD}; i=anna@evilexample.org`],
    ["of no domain", GOOD.replace("d=example.org; ", "")],
    ["with a tag named twice", `${GOOD}; d=evil.example`],
    ["with a tag without a value", `${GOOD}; nonsense`],
    ["that was made in two days", `${GOOD}; t=${NOW.getTime() / 1000 + 2 * 24 * 3600}`],
    ["that expired a second ago", `${GOOD}; x=${NOW.getTime() / 1000 - 1}`],
    ["with a quoted text, which readers differ on", `${GOOD}; z="; h=x"`],
    ["with a quote in its fields", GOOD.replace("To:From", '"To:From')],
    ["with a comment", GOOD.replace("s=key", "s=key(comment)")],
    ["of a domain with a percent sign", GOOD.replace("example.org", "example%2Eorg")],
    ["of an address instead of a domain", GOOD.replace("d=example.org", "d=192.0.2.1/")],
  ])("%s does not count", (_name, tags) => expect(accepted(tags)).toBe(false));
});

describe("a mail given to the verifier", () => {
  const given = (...header: string[]) => {
    const raw = Buffer.from([...header, "", "body\r\n"].join("\r\n"), "latin1");
    const { mail } = withCandidates(raw, "example.org", NOW);
    return Buffer.concat([mail.header, mail.body]).toString("latin1");
  };

  test("has only the signatures that may count, and is otherwise unchanged", () => {
    const kept = [`DKIM-Signature: ${GOOD.replace("; bh", ";\r\n\tbh")}`, "From:  Änna <a@b.example>", "X: \xff"];
    expect(given(kept[0] ?? "", `dkim-signature: ${GOOD}; l=1`, "ARC-Seal: i=1", ...kept.slice(1))).toBe(
      [...kept, "", "body\r\n"].join("\r\n"),
    );
  });

  test("has at most the five newest signatures, and none that is too long", () => {
    const signatures = Array.from({ length: 7 }, (_, i) => `DKIM-Signature: ${GOOD}; xyz=${i}`);
    expect(given(...signatures)).toBe([...signatures.slice(0, 5), "", "body\r\n"].join("\r\n"));
    expect(given(`DKIM-Signature: ${GOOD}${";".repeat(9000)}`, "X: y")).toBe("X: y\r\n\r\nbody\r\n");
    expect(given(`DKIM-Signature \t: ${GOOD}${";".repeat(9000)}`, "X: y")).toBe("X: y\r\n\r\nbody\r\n");
  });

  test("takes a moment where a name is followed by very many blanks", () => {
    const named = `X${" ".repeat(1_000_000)}Y: z`;
    expect(given(named)).toBe(`${named}\r\n\r\nbody\r\n`);
  });
});

describe("a signature of another organisation", () => {
  test("is ignored", () => {
    const mail = Buffer.from(`DKIM-Signature: ${GOOD}\r\nFrom: a@b.example\r\n\r\nbody`);
    expect(withCandidates(mail, "evil.example", NOW)).toMatchObject({ signatures: [] });
    expect(withCandidates(mail, "mail.example.org", NOW).signatures).toHaveLength(1);
  });
});

describe("a key", () => {
  const signature = parseTags(GOOD) ?? new Map();
  test.each(["p=x", "v=DKIM1;k=rsa;p=x", "s=*;p=x", "s=email;p=x", "h=sha1:sha256;p=x", "t=s;p=x", "g=*;p=x"])(
    "%s allows the signature",
    (record) => expect(keyAllows(record, signature)).toBe(true),
  );
  test.each([
    "s=tlsrpt;p=x",
    "h=sha1;p=x",
    "p=x;p=y",
    "k=ed25519;p=x",
    "v=DKIM2;p=x",
    "p=x;v=DKIM1",
    "t=y;p=x",
    "g=;p=x",
    "g=anna;p=x",
  ])("%s is not", (record) => expect(keyAllows(record, signature)).toBe(false));

  test.each([
    ["anna", "anna", true],
    ["an*", "anna", true],
    ["*na", "anna", true],
    ["a*a", "a", false],
    ["anna", "Anna", false],
    ["a*", "berta", false],
  ])("for %s is for %s: %s", (granularity, local, is) => {
    const by = parseTags(`${GOOD}; i=${local}@example.org`) ?? new Map();
    expect(keyAllows(`g=${granularity};p=x`, by)).toBe(is);
  });
});

test("given a name of letters without end, which takes the square of its length to convert, then it is none", () => {
  expect(normaliseDomain(`${"漢字".repeat(500_000)}.example`)).toBeUndefined();
});
