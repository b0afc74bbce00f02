import { describe, expect, test } from "vitest";
import { type Evidence, judge, type Policy } from "./judge.ts";

const NOTHING: Evidence = {
  domain: "example.org",
  signatures: [],
  envelope: { domain: "client.example", result: "none" },
  policy: { is: "none" },
};
const envelope = (result: string, domain = "example.org") => ({ domain, result });
const signature = (result: string, domain?: string) => ({ ...envelope(result, domain), covered: [] });
const given = (more: Partial<Evidence>) => judge({ ...NOTHING, ...more });

const policy: Policy = { is: "found", dkim: "relaxed", spf: "relaxed" };
const strict: Policy = { is: "found", dkim: "strict", spf: "strict" };
const none = NOTHING.policy;
const lost: Policy = { is: "temperror" };

describe("a mail", () => {
  test.each<[string, Partial<Evidence>, string]>([
    ["with an aligned signature, no policy", { signatures: [signature("pass")], policy: none }, "authentic"],
    ["with an aligned signature, a policy", { signatures: [signature("pass")], policy }, "authentic"],
    ["with one good signature of two", { signatures: [signature("fail"), signature("pass")], policy }, "authentic"],
    ["with an aligned envelope, a policy", { envelope: envelope("pass"), policy }, "authentic"],
    ["with an aligned envelope, no policy", { envelope: envelope("pass"), policy: none }, "unauthentic"],
    ["with nothing", {}, "unauthentic"],
    ["with another domain's signature", { signatures: [signature("pass", "evil.example")], policy }, "unauthentic"],
    ["with another domain's envelope", { envelope: envelope("pass", "evil.example"), policy }, "unauthentic"],
    ["with a failed signature", { signatures: [signature("fail")], policy }, "unauthentic"],
    ["with a weak key", { signatures: [signature("policy")], policy }, "unauthentic"],
    ["with a soft failure of the envelope", { envelope: envelope("softfail"), policy }, "unauthentic"],
    [
      "of a subdomain, where the very domain is asked for",
      { signatures: [signature("pass", "m.example.org")], policy: strict },
      "unauthentic",
    ],
    ["of the very domain, where it is asked for", { signatures: [signature("pass")], policy: strict }, "authentic"],
    [
      "with a subdomain's envelope, where the very domain is asked for",
      { envelope: envelope("pass", "m.example.org"), policy: strict },
      "unauthentic",
    ],
    ["whose key can't be had now", { signatures: [signature("temperror")], policy }, "unknown"],
    ["whose envelope can't be checked now", { envelope: envelope("temperror"), policy }, "unknown"],
    [
      "whose envelope can't be checked now, no policy",
      { envelope: envelope("temperror"), policy: none },
      "unauthentic",
    ],
    ["whose policy can't be had now", { signatures: [signature("pass")], policy: lost }, "unknown"],
    [
      "with a stranger's key that can't be had",
      { signatures: [signature("temperror", "evil.example")], policy },
      "unauthentic",
    ],
    [
      "with a good signature, and one that can't be checked",
      { signatures: [signature("temperror"), signature("pass")], policy },
      "authentic",
    ],
  ])("%s", (_name, evidence, is) => expect(given(evidence).is).toBe(is));

  test("that is authentic has a verdict that says by what", () => {
    expect(given({ signatures: [signature("pass")] })).toMatchObject({
      verdict: { dkim: "pass", dmarc: "none", by: "dkim" },
    });
    expect(given({ envelope: envelope("pass"), policy })).toMatchObject({
      verdict: { spf: "pass", dkim: "none", dmarc: "pass", by: "dmarc" },
    });
  });

  test.each<[string, Partial<Evidence>, string]>([
    ["by a host of the author's domain", { envelope: envelope("pass"), policy }, "direct"],
    ["by a host of the author's domain, which has no policy", { envelope: envelope("pass") }, "direct"],
    ["by a host of the same organisation", { envelope: envelope("pass", "m.example.org"), policy }, "direct"],
    [
      "by a host of the same organisation, where the very domain is asked for",
      { envelope: envelope("pass", "m.example.org"), policy: strict },
      "indirect",
    ],
    ["by another domain's host", { envelope: envelope("pass", "evil.example"), policy }, "indirect"],
    ["by a host that is not the domain's", { envelope: envelope("fail"), policy }, "indirect"],
    ["while SPF can't be checked", { envelope: envelope("temperror"), policy }, "unknown"],
    ["while another domain's SPF can't be checked", { envelope: envelope("temperror", "evil.example") }, "indirect"],
  ])("that is signed was handed in %s", (_name, evidence, delivery) => {
    expect(given({ signatures: [signature("pass")], ...evidence })).toMatchObject({ is: "authentic", delivery });
  });
});
