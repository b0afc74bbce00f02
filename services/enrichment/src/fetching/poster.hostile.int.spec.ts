import { createServer, type AddressInfo } from "node:net";
import { atEnd } from "@satchel/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPoster } from "./poster.ts";

// What a receiver of webhooks answers, and what stands as its address: anything at all.

const ANSWER_BYTES = 500;
let octets = Buffer.alloc(0);
let connections = 0;
const receiver = createServer((socket) => {
  connections++;
  socket.on("error", () => undefined);
  socket.once("data", () => socket.end(octets));
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
atEnd(() => void receiver.close());
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const poster = createPoster({
  allow: [host],
  dnsServers: ["127.0.0.1:9"],
  userAgent: "Satchel-Webhooks",
  timeLimitMs: 5000,
  answerBytes: ANSWER_BYTES,
});
atEnd(() => poster.close());
const post = (url: string) => poster.post({ url, headers: { "content-type": "application/json" }, body: "{}" });

test("given any octets as the answer of a receiver, then they are a status with a short text, or a failure with its reason", async () => {
  const line = fc.oneof(
    fc.constantFrom(
      "HTTP/1.1 200 OK",
      "HTTP/1.1 204",
      "HTTP/1.1 999 x",
      "HTTP/1.1 -1",
      "HTTP/9 200",
      "GET / HTTP/1.1",
      "HTTP/1.1 101 x",
      "HTTP/1.1 302 x",
    ),
    fc.string({ maxLength: 30 }),
  );
  const header = fc.oneof(
    fc.constantFrom(
      "content-length: 5",
      "content-length: -1",
      "content-length: 99999999999",
      "transfer-encoding: chunked",
      "content-encoding: gzip",
      "content-encoding: br",
      "retry-after: 9e99",
      "retry-after: -1",
      "retry-after: never",
      "location: http://169.254.169.254/",
      "set-cookie: a=b",
    ),
    fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 40 })).map((pair) => pair.join(": ")),
    fc.constant(`x: ${"y".repeat(100_000)}`),
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.string({ unit: "binary", maxLength: 2000 }).map((text) => Buffer.from(text)),
  );
  const answers = fc
    .tuple(line, fc.array(header, { maxLength: 4 }), body)
    .map(([first, headers, rest]) => Buffer.concat([Buffer.from(`${[first, ...headers].join("\r\n")}\r\n\r\n`), rest]));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        answers,
        body.map((all) => Buffer.from(all)),
      ),
      async (sent) => {
        octets = sent;
        const result = await post(`http://${host}/`);
        if (!result.ok) expect(result.reason).toMatch(/^\w+/);
        else {
          expect(Number.isInteger(result.status)).toBe(true);
          expect(result.answer.length).toBeLessThanOrEqual(ANSWER_BYTES);
          if (result.retryAfterMs !== undefined) expect(result.retryAfterMs).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 300 },
  );
  octets = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
  expect(await post(`http://${host}/`)).toEqual({ ok: true, status: 200, answer: "ok" });
});

test("given a receiver that sends one informational response after the other, then no more is read of it", async () => {
  octets = Buffer.from(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20)}HTTP/1.1 204 None\r\n\r\n`);
  expect(await post(`http://${host}/`)).toMatchObject({ ok: true, status: 204 });

  octets = Buffer.from(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(10_000)}HTTP/1.1 204 None\r\n\r\n`);
  expect(await post(`http://${host}/`)).toMatchObject({ ok: false, reason: "malformed-response" });
});

test("given any text as an address, then nothing is thrown, and only the receiver's own address reaches it", async () => {
  const before = connections;
  const texts = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom(
      "http://127.0.0.1:1/",
      "http://0/",
      "http://[::1]/",
      "http://localhost/",
      "http://2130706433/",
      "file:///etc/passwd",
      "http://169.254.169.254/",
      `http://user@${host}.example/`,
      `https://${host}.example/`,
      "http://[::ffff:127.0.0.1]/",
    ),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (url) => {
      expect((await post(url)).ok).toBe(false);
    }),
    { numRuns: 100 },
  );
  expect(connections).toBe(before);
});
