import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { fetcherFor, fetchFrom, fetchRaw, HTML, kept, MEGABYTE, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import type { FetchOptions } from "./fetch-result.ts";

describe("a compressed page", () => {
  const page = "<title>Compressed</title>".repeat(1000);

  it.each([
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["GZIP", gzipSync(page)],
    ["deflate", deflateSync(page)],
    ["deflate", deflateRawSync(page)],
    ["br", brotliCompressSync(page)],
    ["identity", Buffer.from(page)],
  ])("in %s is unpacked", async (encoding, body) => {
    const result = await fetchFrom((_, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": encoding }).end(body),
    );
    expect(text(result)).toBe(page);
  });

  it("that ends early gives what came", async () => {
    const cut = gzipSync(page, { level: 0 }).subarray(0, 5000);
    const result = await fetchFrom((_, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": "gzip" }).end(cut),
    );
    expect(text(result)).toMatch(/^<title>Compressed<\/title>/);
  });

  it("that names something else as its coding is what came", async () => {
    const result = await fetchFrom((_, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": "utf-8" }).end(page),
    );
    expect(text(result)).toBe(page);
  });

  it.each(["gzip", "deflate", "br"])("that is not what it says (%s) is malformed", async (encoding) => {
    const result = await fetchFrom((_, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": encoding }).end("<html>not compressed at all</html>"),
    );
    expect(result).toMatchObject({ ok: false, reason: "malformed-response" });
  });
});

describe("a page that is too large", () => {
  let gzipBomb: Buffer;
  let brotliBomb: Buffer;
  beforeAll(() => {
    gzipBomb = gzipSync(Buffer.alloc(200 * MEGABYTE), { level: 1 });
    brotliBomb = brotliCompressSync(Buffer.alloc(200 * MEGABYTE), { params: { 1: 1 } });
  });

  it("is exactly as large as may be: fetched; one byte more: not", async () => {
    const serve = (size: number) =>
      fetchFrom((_, response) => response.writeHead(200, HTML).end(Buffer.alloc(size, "x")));
    expect(await serve(5 * MEGABYTE)).toMatchObject({ ok: true });
    expect(await serve(5 * MEGABYTE + 1)).toMatchObject({ ok: false, reason: "too-large", retryable: false });
  });

  it("never ends: it is left at the limit", async () => {
    let sent = 0;
    const result = await fetchFrom((_, response) => {
      response.writeHead(200, HTML);
      const chunk = Buffer.alloc(64 * 1024, "x");
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on("drain", more);
      more();
    });
    expect(result).toMatchObject({ ok: false, reason: "too-large" });
    expect(sent).toBeLessThan(50 * MEGABYTE);
  });

  it.each([
    ["gzip", () => gzipBomb],
    ["deflate", () => deflateSync(Buffer.alloc(200 * MEGABYTE), { level: 1 })],
    ["br", () => brotliBomb],
  ])("after unpacking (%s) is left at the limit, with little memory", async (encoding, bomb) => {
    const body = bomb();
    expect(body.length).toBeLessThan(MEGABYTE);
    const before = process.memoryUsage().rss;
    const result = await fetchFrom((_, response) =>
      response.writeHead(200, { ...HTML, "content-encoding": encoding }).end(body),
    );
    expect(result).toMatchObject({ ok: false, reason: "too-large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  });

  it("before unpacking, however little comes out of it, is left at the limit", async () => {
    const nothing = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
    const result = await fetchFrom((_, response) => {
      response.writeHead(200, { ...HTML, "content-encoding": "gzip" });
      response.write(gzipSync("").subarray(0, 10));
      const more = () => {
        while (!response.destroyed && response.write(nothing));
      };
      response.on("drain", more);
      more();
    });
    expect(result).toMatchObject({ ok: false, reason: "too-large" });
  });
});

describe("a content of which the beginning is wanted", () => {
  const fetchCut = async (listener: RequestListener, wanted: Partial<FetchOptions> = {}) => {
    const server = kept(await serveHttp(listener));
    const host = `127.0.0.1:${server.port}`;
    return fetcherFor([host]).fetchPage(`http://${host}/`, { ...PAGE, accept: ["*/*"], cut: true, ...wanted });
  };
  const large = Buffer.alloc(6 * MEGABYTE, "x");

  it.each([
    ["as it is", undefined, large, 6 * MEGABYTE],
    ["in gzip", "gzip", gzipSync(large), undefined],
    ["in brotli", "br", brotliCompressSync(large, { params: { 1: 1 } }), undefined],
  ])("(%s) is cut at the limit, and no failure", async (_, encoding, body, size) => {
    const result = await fetchCut((__, response) => {
      if (encoding !== undefined) response.setHeader("content-encoding", encoding);
      response.writeHead(200, { ...HTML, "content-length": body.length }).end(body);
    });
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && { length: result.bytes.length, size: result.size }).toEqual({ length: 5 * MEGABYTE, size });
  });

  it("(one that never ends) is left at the limit", async () => {
    const result = await fetchCut((_, response) => {
      response.writeHead(200, HTML);
      const more = () => {
        while (!response.destroyed && response.write(large.subarray(0, 65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(result.ok && result.bytes.length).toBe(5 * MEGABYTE);
    expect(result).not.toHaveProperty("size");
  });

  it("is left unread where its kind is not to be read, and its name and size are known", async () => {
    const result = await fetchCut(
      (_, response) =>
        void response
          .writeHead(200, {
            "content-type": "application/zip",
            "content-length": 3_200_000_000,
            "content-disposition": 'attachment; filename="tides.zip"',
          })
          .write("PK"),
      { read: ["text/html"] },
    );
    expect(result).toMatchObject({ ok: true, bytes: new Uint8Array(0), size: 3_200_000_000, fileName: "tides.zip" });
  });

  it("whose kind is unknown is read on where it begins as one that is wanted, else left after a kilobyte", async () => {
    const sniffed = {
      types: ["application/octet-stream"],
      isWanted: (start: Uint8Array) => start[0] === "%".charCodeAt(0),
    };
    const ofBeginning = async (beginning: string) => {
      const body = Buffer.concat([Buffer.from(beginning), Buffer.alloc(MEGABYTE)]);
      const headers = { "content-type": "application/octet-stream", "content-length": body.length };
      const result = await fetchCut((_, response) => response.writeHead(200, headers).end(body), {
        read: ["text/html"],
        sniffed,
      });
      return result.ok ? { length: result.bytes.length, size: result.size } : result;
    };
    expect(await ofBeginning("%PDF")).toEqual({ length: MEGABYTE + 4, size: MEGABYTE + 4 });
    const other = await ofBeginning("MZ..");
    expect(other).toMatchObject({ size: MEGABYTE + 4 });
    expect(other).not.toMatchObject({ length: MEGABYTE + 4 });
  });
});

describe("an answer that is not HTTP", () => {
  it.each([
    ["an SSH banner", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["a status line of nonsense", "HTTP/9.9 banana\r\n\r\n"],
    ["a broken chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
    ["a header line that never ends", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(200_000)}`],
    ["a flood of header lines", `HTTP/1.1 200 OK\r\n${"x-flood: 1\r\n".repeat(50_000)}`],
  ])("(%s) is malformed", async (_, answer) => {
    expect(await fetchRaw(answer, "stays")).toMatchObject({
      ok: false,
      reason: "malformed-response",
      retryable: false,
    });
  });

  it.each([
    ["nothing at all", ""],
    ["half a header", "HTTP/1.1 200 OK\r\nContent-"],
    ["half a body", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\nhalf"],
    ["half a body, and its end", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["half a chunked body", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ])("(%s) is a lost connection", async (_, answer) => {
    expect(await fetchRaw(answer, "ends")).toMatchObject({ ok: false, reason: "connection-lost", retryable: true });
  });
});

describe("a page whose end never comes", () => {
  const half = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\nhalf";
  it("is what came of it, where that is asked for", async () => {
    expect(text(await fetchRaw(half, "ends", { takesPart: true }))).toBe("half");
    expect(text(await fetchRaw(half, "stays", { takesPart: true, timeLimitMs: 500 }))).toBe("half");
    expect(text(await fetchRaw(half, "stays", { timeLimitMs: 500 }))).toBe("failed: timeout");
  });

  it("is none where nothing came", async () => {
    const empty = half.replace("half", "");
    expect(text(await fetchRaw(empty, "ends", { takesPart: true }))).toBe("failed: connection-lost");
  });
});
