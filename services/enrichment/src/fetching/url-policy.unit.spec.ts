import { describe, expect, it } from "vitest";
import { FetchFault } from "./fetch-failure.ts";
import { createUrlPolicy, destinationOf } from "./url-policy.ts";

const strict = createUrlPolicy([]);

function reasonOf(policy: typeof strict, url: string): string {
  try {
    return policy.check(url).href;
  } catch (error) {
    if (error instanceof FetchFault) return error.reason;
    throw error;
  }
}

describe("a URL that points to the public web", () => {
  it.each([
    ["http://example.com", "http://example.com/"],
    ["https://example.com:443/a?b#c", "https://example.com/a?b#c"],
    ["http://example.com:8080/", "http://example.com:8080/"],
    ["https://example.com:8443/", "https://example.com:8443/"],
    ["https://EXAMPLE.com./x", "https://example.com/x"],
    ["https://user:secret@example.com/", "https://example.com/"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["http://8.8.8.8/", "http://8.8.8.8/"],
    ["http://[2001:4860:4860::8888]/", "http://[2001:4860:4860::8888]/"],
    ["http://localhost.example.com/", "http://localhost.example.com/"],
    ["http://notlocal.net/", "http://notlocal.net/"],
  ])("%s passes, normalised", (url, normalised) => {
    expect(reasonOf(strict, url)).toBe(normalised);
  });
});

describe("a URL that does not", () => {
  it.each([
    ["not a url", "invalid-url"],
    ["//example.com/", "invalid-url"],
    ["http://", "invalid-url"],
    ["http://a..example/", "invalid-url"],
    ["http://example.com../", "invalid-url"],
    ["http://256.256.256.256/", "invalid-url"],
    ["http://[fe80::1%25eth0]/", "invalid-url"],
    ["ftp://example.com/", "blocked-scheme"],
    ["file:///etc/passwd", "blocked-scheme"],
    ["gopher://127.0.0.1:6379/_INFO", "blocked-scheme"],
    ["javascript:alert(1)", "blocked-scheme"],
    ["data:text/html,hi", "blocked-scheme"],
    ["blob:https://example.com/1", "blocked-scheme"],
    ["ws://example.com/", "blocked-scheme"],
    ["http://example.com:22/", "blocked-port"],
    ["http://example.com:25/", "blocked-port"],
    ["http://example.com:6379/", "blocked-port"],
    ["https://example.com:65535/", "blocked-port"],
    ["http://127.0.0.1/", "blocked-address"],
    ["http://127.0.0.1:22/", "blocked-address"],
    ["http://localhost/", "blocked-address"],
    ["http://LOCALHOST./", "blocked-address"],
    ["http://a.localhost/", "blocked-address"],
    ["http://printer.local/", "blocked-address"],
    ["http://metadata.google.internal/", "blocked-address"],
    ["http://router.home.arpa/", "blocked-address"],
    ["http://expyuzz4wqqyqhjn.onion/", "blocked-address"],
    ["http://intranet/", "blocked-address"],
  ])("%s is refused as %s", (url, reason) => {
    expect(reasonOf(strict, url)).toBe(reason);
  });
});

describe("a pair the operator allowed", () => {
  const policy = createUrlPolicy(["127.0.0.1:9000", "[::1]:9000", "wiki:80", "LOCALHOST:3000"]);

  it.each([
    "http://127.0.0.1:9000/",
    "https://127.0.0.1:9000/",
    "http://0x7f.1:9000/",
    "http://[0:0:0:0:0:0:0:1]:9000/",
    "http://wiki/",
    "http://localhost:3000/",
  ])("%s passes", (url) => {
    expect(destinationOf(policy.check(url)).port).toBeGreaterThan(0);
  });

  it.each([
    "http://127.0.0.1:9001/",
    "http://127.0.0.1/",
    "http://127.0.0.2:9000/",
    "http://localhost:9000/",
    "http://[::ffff:127.0.0.1]:9000/",
    "https://wiki/",
    "http://wiki:8080/",
    "http://a.localhost:3000/",
  ])("%s is still refused", (url) => {
    expect(reasonOf(policy, url)).toMatch(/^blocked-/);
  });

  it.each(["127.0.0.1", "http://127.0.0.1:80", "a b:80", "user@host:80", "host:80/path", ":80", "host:99999", "*:80"])(
    "an entry like '%s' is named as unreadable at the start",
    (entry) => {
      expect(() => createUrlPolicy([entry])).toThrow(entry);
    },
  );
});
