import { describe, expect, test } from "vitest";
import { asksTheDns, isSpf, parseSpf } from "./spf-record.ts";

describe("an SPF record", () => {
  test("is told from other texts", () => {
    expect(["v=spf1", "v=spf1 -all", "V=SPF1 -all"].map(isSpf)).toEqual([true, true, true]);
    expect(["v=spf10 -all", "spf1", "v=DMARC1; p=none"].map(isSpf)).toEqual([false, false, false]);
  });

  test("is read into its terms", () => {
    expect(
      parseSpf("v=spf1 a/24 mx:mail.example.org include:_spf.example.net ip6:2001:db8::/32 ~all exp=why.x"),
    ).toEqual([
      { name: "a", qualifier: "+", value: "/24" },
      { name: "mx", qualifier: "+", value: "mail.example.org" },
      { name: "include", qualifier: "+", value: "_spf.example.net" },
      { name: "ip6", qualifier: "+", value: "2001:db8::/32" },
      { name: "all", qualifier: "~", value: "" },
      { name: "exp", qualifier: "+", value: "why.x" },
    ]);
  });

  test("may have modifiers that nobody knows", () => {
    expect(parseSpf("v=spf1 -all some=thing")).toEqual([{ name: "all", qualifier: "-", value: "" }]);
  });

  test.each([
    ["v=spf1 includes:x.example -all", /no mechanism/],
    ["v=spf1 include -all", /names no domain/],
    ["v=spf1 redirect:x.example", /needs =/],
    ["v=spf1 include=x.example", /needs :/],
    ["v=spf1 ip4:300.1.1.1 -all", /no IPv4/],
    ["v=spf1 ip4:10.0.0.0/33 -all", /no IPv4/],
    ["v=spf1 ip6:10.0.0.0 -all", /no IPv6/],
    ["v=spf1 all:x", /takes nothing/],
    ["v=spf1 redirect=a.example redirect=b.example", /twice/],
    ["v=spf1 , -all", /no term/],
  ])("%s is broken", (record, why) => {
    expect(parseSpf(record)).toMatch(why);
  });

  test("asks the DNS by six of its terms (RFC 7208 section 4.6.4)", () => {
    const terms = parseSpf(
      "v=spf1 a mx ptr exists:x.example include:y.example redirect=z.example ip4:192.0.2.1 -all exp=e.x",
    );
    expect(Array.isArray(terms) && terms.filter(asksTheDns).map(({ name }) => name)).toEqual([
      "a",
      "mx",
      "ptr",
      "exists",
      "include",
      "redirect",
    ]);
  });
});
