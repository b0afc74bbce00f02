import { describe, expect, test } from "vitest";
import { isAcceptable, keyAllows, parseTags, withAcceptableSignatures } from "./signatures.ts";

const GOOD = "v=1; a=rsa-sha256; d=example.org; s=key; h=To:From; bh=x; b=y";
const accepted = (tags: string) => isAcceptable(parseTags(tags));

describe("a signature", () => {
  test.each([
    GOOD,
    GOOD.replace("rsa", "ed25519"),
    `${GOOD}; q=dns/txt`,
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
  ])("%s does not count", (_name, tags) => expect(accepted(tags)).toBe(false));
});

describe("a mail given to the verifier", () => {
  const given = (...header: string[]) =>
    withAcceptableSignatures(Buffer.from([...header, "", "body\r\n"].join("\r\n"), "latin1")).toString("latin1");

  test("has only the signatures that may count, and all else as it was sent", () => {
    const kept = [`DKIM-Signature: ${GOOD.replace("; bh", ";\r\n\tbh")}`, "From:  Änna <a@b.example>", "X: \xff"];
    expect(given(kept[0] ?? "", `dkim-signature: ${GOOD}; l=1`, "ARC-Seal: i=1", ...kept.slice(1))).toBe(
      [...kept, "", "body\r\n"].join("\r\n"),
    );
  });

  test("has at most five signatures, the newest, and none that is endless", () => {
    const signatures = Array.from({ length: 7 }, (_, i) => `DKIM-Signature: ${GOOD}; x=${i}`);
    expect(given(...signatures)).toBe([...signatures.slice(0, 5), "", "body\r\n"].join("\r\n"));
    expect(given(`DKIM-Signature: ${GOOD}${";".repeat(9000)}`, "X: y")).toBe("X: y\r\n\r\nbody\r\n");
  });
});

describe("a key", () => {
  test.each(["p=x", "v=DKIM1;k=rsa;p=x", "s=*;p=x", "s=email;p=x", "h=sha1:sha256;p=x"])("%s is for mail", (record) =>
    expect(keyAllows(record)).toBe(true),
  );
  test.each(["s=tlsrpt;p=x", "h=sha1;p=x", "p=x;p=y"])("%s is not", (record) => expect(keyAllows(record)).toBe(false));
});
