import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { rsaKey, signed } from "../../test/signing.ts";
import { mailFrom, startVerification } from "../../test/verification.ts";

const { zone, clear, stop, verify } = await startVerification();
afterAll(stop);

const rsa = rsaKey(2048);
const record = `v=DKIM1; k=rsa; p=${rsa.published}`;

// Eve's domain signs whatever she writes; Anna's never does.
beforeEach(() => {
  clear();
  zone["key._domainkey.evil.example"] = [record];
});
const byEve = (from: string, more: string[] = []) =>
  verify(signed(mailFrom(from, more), rsa, { d: "evil.example" }), { sender: "eve@evil.example" });

describe("a mail that evil.example signed is never Anna's", () => {
  test.each([
    ["two fields", "eve@evil.example\r\nFrom: anna@example.org"],
    ["two fields, the other way round", "anna@example.org\r\nFrom: eve@evil.example"],
    ["two fields in two spellings", "eve@evil.example\r\nFROM : anna@example.org"],
    ["two addresses", "eve@evil.example, anna@example.org"],
    ["two addresses, hers last", "anna@example.org, eve@evil.example"],
    ["an address as the name", "anna@example.org <eve@evil.example>"],
    ["two addresses in brackets", "<anna@example.org> <eve@evil.example>"],
    ["a group", "Friends: eve@evil.example, anna@example.org;"],
    ["a group of one", "Friends: anna@example.org;"],
    ["an empty group", "Friends:;"],
    ["a route", "<@evil.example:anna@example.org>"],
    ["a NUL", "eve@evil.example\0, anna@example.org"],
    ["a carriage return", "eve@evil.example\rFrom: anna@example.org"],
    ["a quoted local part", '"anna@example.org"@evil.example'],
    ["a quoted local part with spaces", '"anna @example.org "@evil.example'],
    ["a percent route", "anna%example.org@evil.example@evil.example"],
    ["an encoded address", "=?utf-8?q?anna=40example=2Eorg?= <=?utf-8?q?anna?=@evil.example>, <>"],
    ["nothing", ""],
    ["only a name", "Anna"],
    ["an open comment", "eve@evil.example (anna@example.org"],
    ["an open quote", '"Anna <eve@evil.example>, anna@example.org'],
  ])("%s: refused for having no one author", async (_name, from) => {
    expect(await byEve(from)).toEqual({ is: "no-sender" });
  });

  test.each([
    ["the address in quotes as the name", '"anna@example.org" <eve@evil.example>', "eve@evil.example"],
    ["the whole mailbox in quotes as the name", '"Anna <anna@example.org>" <eve@evil.example>', "eve@evil.example"],
    ["quotes in quotes", '"Anna \\"anna@example.org\\"" <eve@evil.example>', "eve@evil.example"],
    ["an encoded name", "=?utf-8?b?YW5uYUBleGFtcGxlLm9yZw==?= <eve@evil.example>", "eve@evil.example"],
    ["a comment", "eve@evil.example (anna@example.org)", "eve@evil.example"],
    ["comments in comments", "(anna@example.org (\\)anna@example.org)) eve@evil.example", "eve@evil.example"],
    ["folding", "eve\r\n <eve@evil.example>", "eve@evil.example"],
    ["a percent route", "anna%example.org@evil.example", "anna%example.org@evil.example"],
    ["another sender named", "eve@evil.example\r\nSender: anna@example.org", "eve@evil.example"],
    ["answers asked for by her", "eve@evil.example\r\nReply-To: anna@example.org", "eve@evil.example"],
    ["forwarded for her", "eve@evil.example\r\nResent-From: anna@example.org", "eve@evil.example"],
  ])("%s: it is Eve's", async (_name, from, author) => {
    expect(await byEve(from)).toMatchObject({ is: "authentic", author });
  });

  test.each([
    "anna@example.org",
    "Anna <anna@example.org>",
    '"eve@evil.example" <anna@example.org>',
    "anna@example.org (eve@evil.example)",
    "Eve <eve@evil.example> <anna@example.org>".slice("Eve <eve@evil.example> ".length),
    "anna@evil.example.example.org",
    "anna@evil-example",
  ])("From: %s is not proven", async (from) => {
    expect((await byEve(from)).is).not.toBe("authentic");
  });

  test("nor by a signature that names her as its identity", async () => {
    const mail = signed(mailFrom("anna@example.org"), rsa, { d: "evil.example", i: "anna@example.org" });
    expect(await verify(mail)).toMatchObject({ is: "unauthentic" });
  });
});

describe("an author with a non-ASCII address", () => {
  test.each([
    [
      "a domain in Unicode, signed by its A-label",
      "anna@bücher.example",
      "xn--bcher-kva.example",
      "anna@xn--bcher-kva.example",
    ],
    ["a domain in Unicode, signed in Unicode", "anna@bücher.example", "bücher.example", "anna@xn--bcher-kva.example"],
    ["an A-label, signed in Unicode", "anna@xn--bcher-kva.example", "bücher.example", "anna@xn--bcher-kva.example"],
    [
      "a domain in capitals and Unicode",
      "Anna <anna@BÜCHER.example>",
      "xn--bcher-kva.example",
      "anna@xn--bcher-kva.example",
    ],
    ["a name in Unicode before the @", "änna@example.org", "example.org", "änna@example.org"],
    ["the same in two code points", "a\u0308nna@example.org", "example.org", "änna@example.org"],
    ["another script", "用户@例子.example", "xn--fsqu00a.example", "用户@xn--fsqu00a.example"],
  ])("%s", async (_name, from, domain, author) => {
    for (const name of ["xn--bcher-kva.example", "example.org", "xn--fsqu00a.example"]) {
      zone[`key._domainkey.${name}`] = [record];
    }
    expect(await verify(signed(mailFrom(from), rsa, { d: domain }))).toMatchObject({ is: "authentic", author });
  });

  test.each([
    ["that looks like another's", "anna@exаmple.org"],
    ["with a dot that is none", "anna@example。org.evil.example"],
    ["in bytes that are no text", Buffer.from("anna@ex\xe4mple.org", "latin1").toString("latin1")],
  ])("%s is not the other's", async (_name, from) => {
    zone["key._domainkey.example.org"] = [record];
    const outcome = await verify(signed(mailFrom(from), rsa, { d: "example.org" }));
    expect(outcome.is).not.toBe("authentic");
  });
});
