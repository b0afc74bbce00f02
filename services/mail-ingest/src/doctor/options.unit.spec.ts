import { describe, expect, test } from "vitest";
import { reverseName } from "./dns.ts";
import { exitCodeOf, ok, printable, unknown, warning, wrong } from "./finding.ts";
import { readDoctorArguments } from "./options.ts";
import { renderFindings, renderJson } from "./report.ts";

describe("the arguments", () => {
  test("a domain is enough", () => {
    expect(readDoctorArguments(["Links.Example.org."])).toEqual({
      domain: "links.example.org",
      saveAddress: "save@links.example.org",
      selectors: [],
      makesKey: false,
      port: 25,
      connect: undefined,
      dnsServers: [],
      timeoutMs: 10_000,
      smtp: true,
      json: false,
    });
  });

  test("all of them", () => {
    const line =
      "example.org --save-address me@example.org --selector a --selector b --port 2525 --connect 127.0.0.1 " +
      "--dns-servers 127.0.0.1:53,::1 --timeout 2 --no-smtp --json";
    expect(readDoctorArguments(line.split(" "))).toMatchObject({
      saveAddress: "me@example.org",
      selectors: ["a", "b"],
      port: 2525,
      connect: "127.0.0.1",
      dnsServers: ["127.0.0.1:53", "::1"],
      timeoutMs: 2000,
      smtp: false,
      json: true,
    });
    expect(readDoctorArguments(["--help"])).toBe("help");
  });

  test.each([
    [[], /One domain/],
    [["a.example", "b.example"], /One domain/],
    [["localhost"], /no domain/],
    [["exa mple.org"], /no domain/],
    [["example.org", "--port", "0"], /--port/],
    [["example.org", "--port", "2525x"], /--port/],
    [["example.org", "--timeout", "-1"], /./],
    [["example.org", "--save-address", "save@elsewhere.example"], /at example.org/],
    [["example.org", "--save-address", "a>\r\nDATA@example.org"], /at example.org/],
    [["example.org", "--selector", "a b"], /selector/],
    [["example.org", "--nonsense"], /nonsense/],
  ])("%j are refused", (args, why) => {
    expect(() => readDoctorArguments(args)).toThrow(why);
  });
});

describe("the findings", () => {
  const all = [
    ok("MX", "Good."),
    warning("SPF", "Hm.", "Look."),
    unknown("x", "?", "Later."),
    wrong("relay", "Bad.", "Close."),
  ];

  test("decide the exit code", () => {
    expect(exitCodeOf([])).toBe(0);
    expect(exitCodeOf(all.slice(0, 1))).toBe(0);
    expect(exitCodeOf(all.slice(0, 2))).toBe(1);
    expect(exitCodeOf(all.slice(2, 3))).toBe(1);
    expect(exitCodeOf(all)).toBe(2);
  });

  test("are printed for people and for programs", () => {
    expect(renderFindings("example.org", all, "Harm.")).toContain("warning      SPF: Hm.\n             → Look.\n");
    expect(JSON.parse(renderJson({ domain: "example.org" }, all))).toMatchObject({
      exitCode: 2,
      findings: [{ check: "MX" }, {}, {}, {}],
    });
  });

  test("have no control characters of a stranger's server for the terminal", () => {
    expect(wrong("banner", "a\u001b[2Jb\u202ec\r\nd").found).toBe("a [2Jb c d");
    expect(printable("x".repeat(10_000)).length).toBeLessThan(400);
  });
});

test("an address is looked up in reverse DNS under its digits", () => {
  expect(reverseName("192.0.2.7")).toBe("7.2.0.192.in-addr.arpa");
  const example = "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa";
  expect(reverseName("2001:db8::567:89ab")).toBe(example);
  expect(reverseName("2001:0db8:0:0:0:0:0567:89ab")).toBe(example);
});
