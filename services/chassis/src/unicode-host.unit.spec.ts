import { domainToASCII } from "node:url";
import { describe, expect, test } from "vitest";
import { unicodeHost } from "./unicode-host.ts";

describe("the host of an international domain name", () => {
  test.each([
    "müller.example",
    "straße.example",
    "пример.рф",
    "аррӏе.рф",
    "παράδειγμα.example",
    "東京タワー.example",
    "한국.example",
    "מבחן.example",
    "bücher.пример.example",
  ])("%s is shown in its own letters", (host) => {
    expect(unicodeHost(domainToASCII(`www.${host}`))).toBe(host);
  });

  test.each([
    ["Cyrillic in a Latin name", "pаypal.example"],
    ["Cyrillic alone that looks like Latin", "аррӏе.com"],
    ["Greek alone that looks like Latin", "νικη.com"],
    ["such a label below another", "раура.müller.example"],
    ["Latin letters that look like others", "ɡoogle.example"],
    ["an i without its dot", "sıte.example"],
    ["a letter that looks like p", "þaypal.example"],
    ["several systems in a label", "東京abc.example"],
  ])("with %s it stays as it is (%s)", (_, host) => {
    expect(unicodeHost(domainToASCII(host))).toBeUndefined();
  });

  test.each(["example.com", "127.0.0.1", "[::1]", "", "xn--", "xn--a", "xn--zzzzzzzzzzzz99999"])(
    "%j is none",
    (host) => {
      expect(unicodeHost(host)).toBeUndefined();
    },
  );
});
