import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ed25519Key, rsaKey, signed } from "../../test/signing.ts";
import { mailFrom, startVerification } from "../../test/verification.ts";

const { zone, asked, clear, stop, verify } = await startVerification();
afterAll(stop);

const rsa = rsaKey(2048);
const other = rsaKey(2048);
const small = rsaKey(1024);
const weak = rsaKey(768);
const ed25519 = ed25519Key();
const MAIL = mailFrom("Anna <anna@example.org>");
const NAME = "key._domainkey.example.org";
const rsaRecord = (more = "", key = rsa): string => `v=DKIM1; k=rsa; ${more}p=${key.published}`;

beforeEach(() => {
  clear();
  zone[NAME] = [rsaRecord()];
});

describe("a mail of a domain without a policy, with a good signature, is authentic", () => {
  const later = String(Math.floor(Date.now() / 1000) + 3600);
  test.each<[string, Record<string, string | undefined>]>([
    ["by the domain", {}],
    ["over the fields twice, so that none can be added", { h: "From:From:Subject:Subject:To" }],
    ["with times that hold", { t: "1700000000", x: later }],
    ["with an identity of the domain", { i: "anna@example.org" }],
    ["with an identity below the domain", { i: "@mail.example.org" }],
    ["that names where its key is", { q: "dns/txt" }],
    ["with a tag that nobody knows", { xyz: "1" }],
    ["with brackets in a tag that nobody knows", { xyz: "(not a comment" }],
    ["by somebody with an apostrophe", { i: "o'brien@example.org" }],
    ["with an open quote in a copied field", { z: 'From:Anna|Subject:=20Say=20"hello' }],
    ["with quotes and brackets in copied fields", { z: `From:"Anna"=20(at home)|Subject:it's=20\\o/` }],
    ["with copied fields over several lines", { z: "From:Anna|\r\n\tSubject:it's=20(new" }],
    ["with its domain in capitals", { d: "Example.ORG" }],
  ])("%s", async (_name, tags) => {
    expect(await verify(signed(MAIL, rsa, tags))).toMatchObject({ is: "authentic", by: "dkim" });
  });

  test("by a subdomain, or by the domain above it", async () => {
    zone["key._domainkey.mail.example.org"] = [rsaRecord()];
    expect(await verify(signed(MAIL, rsa, { d: "mail.example.org" }))).toMatchObject({ is: "authentic" });
    const fromBelow = mailFrom("anna@team.example.org");
    expect(await verify(signed(fromBelow, rsa))).toMatchObject({ is: "authentic", author: "anna@team.example.org" });
  });

  test("with a Return-Path of 80,000 brackets: five such take less than three seconds of the processor", async () => {
    const before = process.cpuUsage();
    const returnPath = `Return-Path: ${`${")a".repeat(6700)}\r\n `.repeat(6)}a\r\n`;
    for (let mails = 0; mails < 5; mails++) {
      expect(await verify(returnPath + signed(MAIL, rsa))).toMatchObject({ is: "authentic", by: "dkim" });
    }
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
  });

  test("by an Ed25519 key, and by an RSA key of 1,024 bits", async () => {
    zone[NAME] = [`v=DKIM1; k=ed25519; p=${ed25519.published}`];
    expect(await verify(signed(MAIL, ed25519))).toMatchObject({ is: "authentic" });
    zone[NAME] = [rsaRecord("", small)];
    expect(await verify(signed(MAIL, small))).toMatchObject({ is: "authentic" });
  });

  test("whose key is behind an alias, in several strings, too long for one packet, or for all names", async () => {
    zone[NAME] = { cname: "keys.host.example" };
    zone["keys.host.example"] = [rsaRecord()];
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "authentic" });
    zone[NAME] = {
      txt: [
        ["v=DKIM1; k=r", "sa; p=", rsa.published.slice(0, 7), rsa.published.slice(7, 200), rsa.published.slice(200)],
      ],
    };
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "authentic" });
    zone[NAME] = [rsaRecord(`n=${"x".repeat(3000)}; `)];
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "authentic" });
    delete zone[NAME];
    zone["*._domainkey.example.org"] = [rsaRecord()];
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "authentic" });
  });

  test("beside invalid ones: altered, of others, with a missing key, malformed", async () => {
    zone["lost._domainkey.example.org"] = "SERVFAIL";
    const good = signed(MAIL, rsa);
    const bad = [
      "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=key; h=From; bh=AAAA; b=AAAA",
      "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=lost; h=From; bh=AAAA; b=AAAA",
      "DKIM-Signature: nonsense",
      ...Array.from(
        { length: 50 },
        (_, i) => `DKIM-Signature: v=1; a=rsa-sha256; d=list${i}.example; s=k; h=From; bh=A; b=A`,
      ),
    ];
    expect(await verify(`${bad.join("\r\n")}\r\n${good}`)).toMatchObject({ is: "authentic" });
    // Nobody's name servers are asked but the author's own.
    expect(asked.filter((name) => name.includes("list"))).toEqual([]);
  });

  test.each([
    ["for everything", "s=*; ", {}],
    ["for mail, and the very domain", "s=email; t=s; ", { i: "anna@example.org" }],
    ["for two hashes", "h=sha1:sha256; ", {}],
    ["for who has a name like it", "g=an*; ", { i: "anna@example.org" }],
    ["for anybody", "g=*; ", {}],
    ["with notes", "n=our key; ", {}],
    ["with notes that have an apostrophe", "n=Anna's key (new; ", {}],
  ])("by a key %s", async (_name, more, tags) => {
    zone[NAME] = [rsaRecord(more)];
    expect(await verify(signed(MAIL, rsa, tags))).toMatchObject({ is: "authentic" });
  });
});

describe("a mail of a domain without a policy is not authentic", () => {
  test.each<[string, Record<string, string | undefined>]>([
    ["over a part of the body (l=)", { l: "5" }],
    ["over all of the body by its length", { l: "22" }],
    ["that leaves the From field out", { h: "To:Subject" }],
    ["with SHA-1", { a: "rsa-sha1" }],
    ["of another algorithm than its key", { a: "ed25519-sha256" }],
    ["of no version", { v: undefined }],
    ["of another version", { v: "2" }],
    ["whose key is elsewhere", { q: "http/well-known" }],
    ["that expired", { t: "1600000000", x: "1600000001" }],
    ["that expires before it was made", { t: "3000000001", x: "3000000000" }],
    ["with a time that is none", { x: "never" }],
    ["of a domain with the same ending", { d: "notexample.org" }],
    ["of another domain", { d: "evil.example" }],
    ["of the public suffix", { d: "org" }],
    ["by an identity of another domain", { i: "anna@evil.example" }],
    ["by an identity that is none", { i: "anna" }],
    ["of an unknown canonicalisation", { c: "nofws/simple" }],
    ["with a comment", { s: "key(comment)" }],
    ["with a tag twice, the first time in quotes", { z: '"; h=From"' }],
    ["with a tag in capitals", { L: "1" }],
  ])("by a signature %s", async (_name, tags) => {
    for (const domain of ["notexample.org", "evil.example", "org"]) zone[`key._domainkey.${domain}`] = [rsaRecord()];
    expect(await verify(signed(MAIL, rsa, tags))).toMatchObject({ is: "unauthentic" });
  });

  test.each([
    ["revoked", "v=DKIM1; k=rsa; p="],
    ["somebody else's", rsaRecord("", other)],
    ["of 768 bits", rsaRecord("", weak)],
    ["of another version", rsaRecord().replace("DKIM1", "DKIM2")],
    ["whose version comes last", `k=rsa; p=${rsa.published}; v=DKIM1`],
    ["of another kind by its name", rsaRecord().replace("k=rsa", "k=ed25519")],
    ["for another service", rsaRecord("s=tlsrpt; ")],
    ["for another hash", rsaRecord("h=sha1; ")],
    ["for somebody else", rsaRecord("g=berta; ")],
    ["for nobody", rsaRecord("g=; ")],
    ["on trial", rsaRecord("t=y; ")],
    ["for the very domain, by an identity below it", rsaRecord("t=s; ")],
    ["that is published twice in one record", rsaRecord(`p=${other.published}; `)],
    ["that is garbage", `v=DKIM1; p=${"!".repeat(100)}`],
    ["that is not there", "some text"],
    ["that drowns in its record", rsaRecord(`n=${"x".repeat(9000)}; `)],
  ])("by a key that is %s", async (name, record) => {
    zone[NAME] = [record];
    const key = name === "of 768 bits" ? weak : rsa;
    expect(await verify(signed(MAIL, key, { i: "anna@mail.example.org" }))).toMatchObject({ is: "unauthentic" });
  });

  test("by a wildcard of the domain that answers for the key's name", async () => {
    delete zone[NAME];
    zone["*.example.org"] = ["v=spf1 +all"];
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "unauthentic" });
  });

  test("when its text, its author or its subject was changed", async () => {
    const good = signed(MAIL, rsa);
    for (const [from, to] of [
      ["example.com", "evil.example"],
      ["Anna <anna@", "Anna <berta@"],
      ["A page", "Another page"],
    ] as const) {
      expect(good).toContain(from);
      expect(await verify(good.replace(from, to))).toMatchObject({ is: "unauthentic" });
    }
  });

  test("when a second From field is added to a signed mail", async () => {
    expect(await verify(`From: eve@evil.example\r\n${signed(MAIL, rsa)}`)).toEqual({ is: "no-sender" });
    expect(await verify(`From\u00a0: eve@evil.example\r\n${signed(MAIL, rsa)}`)).toEqual({ is: "no-sender" });
  });

  test("by an ARC chain, for any sealer", async () => {
    const tags = signed(MAIL, rsa).split("\r\n")[0]?.slice("DKIM-Signature: v=1; ".length) ?? "";
    const chain = [
      `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=example.org; s=key; b=AAAA`,
      `ARC-Message-Signature: i=1; ${tags}`,
      "ARC-Authentication-Results: i=1; satchel.example; dkim=pass header.d=example.org; dmarc=pass",
      "Authentication-Results: satchel.example; dkim=pass header.d=example.org; dmarc=pass",
    ];
    expect(await verify(`${chain.join("\r\n")}\r\n${MAIL}`)).toMatchObject({ is: "unauthentic" });
  });

  test("with six aligned signatures, of which the sixth is good", async () => {
    const bad = "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=key; h=From; bh=AAAA; b=AAAA\r\n";
    expect(await verify(bad.repeat(5) + signed(MAIL, rsa))).toMatchObject({ is: "unauthentic" });
    expect(await verify(bad.repeat(4) + signed(MAIL, rsa))).toMatchObject({ is: "authentic" });
  });
});

describe("a key that can't be fetched now", () => {
  test("leaves the result unknown when it is the author's, and changes nothing when it is another's", async () => {
    zone[NAME] = "SERVFAIL";
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "unknown" });
    zone["key._domainkey.evil.example"] = "SERVFAIL";
    expect(await verify(signed(MAIL, rsa, { d: "evil.example" }))).toMatchObject({ is: "unauthentic" });
  });

  test("because its name is invalid counts like a missing signature", async () => {
    expect(await verify(signed(MAIL, rsa, { s: `${"x".repeat(64)}` }))).toMatchObject({ is: "unauthentic" });
  });
});
