import { PATIENCE_MS } from "@satchel/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { rsaKey, signed } from "../../test/signing.ts";
import { CLIENT, mailFrom, startVerification } from "../../test/verification.ts";

const { zone, asked, clear, stop, verify } = await startVerification();
afterAll(stop);
beforeEach(clear);

const rsa = rsaKey(2048);
const record = `v=DKIM1; k=rsa; p=${rsa.published}`;
const HERE = `v=spf1 ip4:${CLIENT.ip} -all`;
const MAIL = mailFrom("Anna <anna@example.org>");

/** The author's domain, its policy, who signed or sent the mail, and what comes of it. */
type Case = [string, { from?: string; policy: Record<string, string>; signs?: string; sends?: string }, string];

describe("a domain with a policy (DMARC)", () => {
  test.each<Case>([
    ["signed by the domain", { policy: { "example.org": "p=none" }, signs: "example.org" }, "authentic"],
    ["signed by a subdomain", { policy: { "example.org": "p=none" }, signs: "mail.example.org" }, "authentic"],
    [
      "signed by a subdomain, relaxed by name",
      { policy: { "example.org": "p=reject; adkim=r" }, signs: "m.example.org" },
      "authentic",
    ],
    [
      "signed by a subdomain, strict",
      { policy: { "example.org": "p=reject; adkim=s" }, signs: "mail.example.org" },
      "unauthentic",
    ],
    [
      "signed by the very domain, strict",
      { policy: { "example.org": "p=reject; adkim=s" }, signs: "example.org" },
      "authentic",
    ],
    ["signed by another domain", { policy: { "example.org": "p=none" }, signs: "evil.example" }, "unauthentic"],
    ["signed by nobody", { policy: { "example.org": "p=none" } }, "unauthentic"],
    ["signed by nobody, no percent of it", { policy: { "example.org": "p=reject; pct=0" } }, "unauthentic"],
    ["sent by the domain", { policy: { "example.org": "p=none" }, sends: "example.org" }, "authentic"],
    ["sent by a subdomain", { policy: { "example.org": "p=reject" }, sends: "bounces.example.org" }, "authentic"],
    [
      "sent by a subdomain, strict",
      { policy: { "example.org": "p=reject; aspf=s" }, sends: "m.example.org" },
      "unauthentic",
    ],
    [
      "sent by the very domain, strict",
      { policy: { "example.org": "p=reject; aspf=s" }, sends: "example.org" },
      "authentic",
    ],
    ["sent by another domain", { policy: { "example.org": "p=none" }, sends: "evil.example" }, "unauthentic"],
    [
      "sent by the domain, strict for signatures only",
      { policy: { "example.org": "p=none; adkim=s" }, sends: "m.example.org" },
      "authentic",
    ],
    [
      "below the organisation, whose policy holds",
      { from: "anna@team.example.org", policy: { "example.org": "p=reject; sp=none; adkim=s" }, signs: "example.org" },
      "unauthentic",
    ],
    [
      "below the organisation, signed by the domain itself",
      {
        from: "anna@team.example.org",
        policy: { "example.org": "p=reject; sp=none; adkim=s" },
        signs: "team.example.org",
      },
      "authentic",
    ],
    [
      "below the organisation, with nothing, though subdomains ask for nothing",
      { from: "anna@team.example.org", policy: { "example.org": "p=reject; sp=none" } },
      "unauthentic",
    ],
    [
      "with a policy of its own, which comes before the organisation's",
      {
        from: "anna@team.example.org",
        policy: { "example.org": "p=reject; aspf=s", "team.example.org": "p=none" },
        sends: "example.org",
      },
      "authentic",
    ],
    [
      "of a public suffix, signed by a neighbour",
      { from: "anna@a.co.uk", policy: { "a.co.uk": "p=none" }, signs: "b.co.uk" },
      "unauthentic",
    ],
    [
      "of a public suffix, signed by the suffix",
      { from: "anna@a.co.uk", policy: { "a.co.uk": "p=none" }, signs: "co.uk" },
      "unauthentic",
    ],
    [
      "of a shared host, sent by a neighbour",
      { from: "anna@a.github.io", policy: { "a.github.io": "p=none" }, sends: "b.github.io" },
      "unauthentic",
    ],
  ])("%s", async (_name, { from = "anna@example.org", policy, signs, sends }, is) => {
    for (const [domain, tags] of Object.entries(policy)) zone[`_dmarc.${domain}`] = [`v=DMARC1; ${tags}`];
    if (sends !== undefined) zone[sends] = [HERE];
    if (signs !== undefined) zone[`key._domainkey.${signs}`] = [record];
    const mail = signs === undefined ? mailFrom(from) : signed(mailFrom(from), rsa, { d: signs });
    const outcome = await verify(mail, sends === undefined ? {} : { sender: `bounce@${sends}` });
    expect(outcome.is).toBe(is);
    if (is === "authentic") expect(outcome).toMatchObject({ by: "dmarc", verdict: { dmarc: "pass" } });
  });
});

describe("an envelope of a domain with a policy", () => {
  const sentBy = (spf: string | string[], envelope = {}) => {
    zone["_dmarc.example.org"] = ["v=DMARC1; p=reject"];
    zone["example.org"] = typeof spf === "string" ? [spf] : spf;
    return verify(MAIL, { sender: "anna@example.org", ...envelope });
  };
  test.each([
    ["pass", HERE, "authentic"],
    ["pass, among other texts", ["google-site-verification=x", HERE], "authentic"],
    ["pass by a network", "v=spf1 ip4:192.0.2.0/24 -all", "authentic"],
    ["pass by another's record", "v=spf1 include:spf.host.example -all", "authentic"],
    ["pass by its host's address", "v=spf1 a:out.example.org -all", "authentic"],
    ["pass by its mail servers", "v=spf1 mx:mx.example.org -all", "authentic"],
    ["pass by redirection", "v=spf1 redirect=spf.host.example", "authentic"],
    ["fail", "v=spf1 ip4:198.51.100.1 -all", "unauthentic"],
    ["softfail", "v=spf1 ip4:198.51.100.1 ~all", "unauthentic"],
    ["neutral", "v=spf1 ?all", "unauthentic"],
    ["none", "no policy", "unauthentic"],
    ["permerror: two records", [HERE, "v=spf1 -all"], "unauthentic"],
    ["permerror: no such word", "v=spf1 ipv4:192.0.2.1 -all", "unauthentic"],
    ["permerror: too many look-ups", `v=spf1 ${"include:loop.example ".repeat(11)}-all`, "unauthentic"],
    ["permerror: a circle", "v=spf1 include:example.org -all", "unauthentic"],
    ["temperror", "v=spf1 include:lost.example -all", "unknown"],
    ["temperror behind a redirection", "v=spf1 redirect=lost.example", "unknown"],
    ["temperror of a host", "v=spf1 a:lost.example -all", "unknown"],
  ])("that says %s", async (_name, spf, is) => {
    zone["spf.host.example"] = [HERE];
    zone["loop.example"] = ["v=spf1 ?all"];
    zone["out.example.org"] = { a: [CLIENT.ip] };
    zone["mx.example.org"] = { mx: ["out.example.org"] };
    zone["lost.example"] = "SERVFAIL";
    expect((await sentBy(spf)).is).toBe(is);
  });

  test("that is null is checked by the client's HELO name", async () => {
    expect(await sentBy(HERE, { sender: "", helo: "example.org" })).toMatchObject({
      is: "authentic",
      verdict: { spf: "pass" },
    });
    expect(await sentBy(HERE, { sender: "", helo: "client.example" })).toMatchObject({ is: "unauthentic" });
    expect(await sentBy(HERE, { sender: "", helo: "[192.0.2.1]" })).toMatchObject({ is: "unauthentic" });
  });

  test("proves nothing when the domain has no policy", async () => {
    zone["example.org"] = [HERE];
    expect(await verify(MAIL, { sender: "anna@example.org" })).toMatchObject({ is: "unauthentic" });
  });

  test("with name servers that do not answer delays a signed mail for a limited time only", async () => {
    zone["key._domainkey.example.org"] = [record];
    zone["list.example"] = "SILENCE";
    const began = performance.now();
    expect(await verify(signed(MAIL, rsa), { sender: "list@list.example" })).toMatchObject({ is: "authentic" });
    expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
  });
});

describe("a policy", () => {
  test.each([
    ["that is not there", {}],
    ["of another version", { "_dmarc.example.org": ["v=DMARC2; p=reject; adkim=s"] }],
    ["whose version is not first", { "_dmarc.example.org": ["p=reject; v=DMARC1; adkim=s"] }],
    ["that is there twice", { "_dmarc.example.org": ["v=DMARC1; p=reject; adkim=s", "v=DMARC1; p=none; adkim=s"] }],
    ["without a policy or reports", { "_dmarc.example.org": ["v=DMARC1; adkim=s"] }],
    ["that a wildcard of other texts answers for", { "*.example.org": ["v=spf1 -all"] }],
  ])("%s leaves the signature to decide, as without one", async (_name, records) => {
    Object.assign(zone, records, {
      "key._domainkey.mail.example.org": [record],
      "example.org": [HERE],
    });
    expect(await verify(signed(MAIL, rsa, { d: "mail.example.org" }))).toMatchObject({ is: "authentic", by: "dkim" });
    expect(await verify(MAIL, { sender: "anna@example.org" })).toMatchObject({ is: "unauthentic" });
  });

  test.each([
    ["among other texts", ["something", "v=DMARC1; p=reject; adkim=s"]],
    ["with spaces", [" v = DMARC1 ;p=reject;adkim = S"]],
    ["with tags that nobody knows", ["v=DMARC1; p=reject; np=reject; psd=n; t=y; adkim=s; x=y"]],
    ["with reports instead of a policy", ["v=DMARC1; p=maybe; rua=mailto:a@b.example; adkim=s"]],
  ])("%s holds", async (_name, texts) => {
    zone["_dmarc.example.org"] = texts;
    zone["key._domainkey.mail.example.org"] = [record];
    expect(await verify(signed(MAIL, rsa, { d: "mail.example.org" }))).toMatchObject({ is: "unauthentic" });
  });

  test("that can't be fetched now leaves the result unknown", async () => {
    zone["key._domainkey.example.org"] = [record];
    zone["_dmarc.example.org"] = "SERVFAIL";
    expect(await verify(signed(MAIL, rsa))).toMatchObject({ is: "unknown" });
  });

  test("is looked up at the domain and its organisation, never at a public suffix", async () => {
    await verify(mailFrom("anna@a.b.c.example.co.uk"));
    expect(asked.filter((name) => name.startsWith("_dmarc")).toSorted()).toEqual([
      "_dmarc.a.b.c.example.co.uk",
      "_dmarc.example.co.uk",
    ]);
    asked.length = 0;
    await verify(mailFrom("anna@co.uk"));
    expect(asked.filter((name) => name.startsWith("_dmarc"))).toEqual(["_dmarc.co.uk"]);
  });
});
