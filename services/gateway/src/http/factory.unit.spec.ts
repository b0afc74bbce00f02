import { createLogger, networkOf } from "@satchel/chassis";
import { expect, test } from "vitest";
import { someSite } from "../../test/some-site.ts";
import { createHttp } from "./factory.ts";

test.each([
  ["nobody", [], "203.0.113.9", "127.0.0.1"],
  ["a proxy elsewhere", ["10.0.0.0/8"], "203.0.113.9", "127.0.0.1"],
  ["this proxy", ["127.0.0.0/8"], "203.0.113.9", "203.0.113.9"],
  ["this proxy, which added the last of several", ["127.0.0.0/8"], "198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["this proxy, by which an IPv6 client comes", ["127.0.0.0/8"], "2001:db8::7", "2001:db8:0:0::/64"],
])(
  "given TRUST_PROXY that names %s, then X-Forwarded-For counts from it alone",
  async (_, trustProxy, forwarded, counted) => {
    const app = createHttp({ site: someSite, logger: createLogger("test", "silent"), trustProxy });
    app.get("/client", (request) => networkOf(request.ip));
    const headers = { "x-forwarded-for": forwarded, forwarded: "for=192.0.2.1", "x-real-ip": "192.0.2.1" };
    expect((await app.inject({ url: "/client", headers })).body).toBe(counted);
    await app.close();
  },
);
