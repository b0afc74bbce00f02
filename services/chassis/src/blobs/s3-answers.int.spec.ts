import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { atEnd, eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { removeAll } from "./blob-store.ts";
import { openS3Blobs } from "./s3-blobs.ts";

/** Opens the bucket of a server that answers so. */
async function storeThat(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  atEnd(() => {
    server.close().closeAllConnections();
  });
  await once(server, "listening");
  return openS3Blobs(`http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/copies`);
}

const entry = "<Contents><Key>a/b</Key><Size>1</Size><LastModified>2026-11-27T12:00:00Z</LastModified></Contents>";

describe("given a store whose list is not one, or not whole, when all objects of an account are removed, then that fails", () => {
  test.each([
    ["a page of a proxy", "<html><body>Sign in</body></html>"],
    ["nothing", ""],
    ["a list that ends in the middle", `<ListBucketResult>${entry}<Cont`],
    [
      "a list that says it is cut, without a way on",
      `<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>`,
    ],
    [
      "a list whose next page is the same one",
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>`,
    ],
    [
      "the list of another account",
      `<ListBucketResult><IsTruncated>false</IsTruncated>${entry.replace("a/b", "b/b")}</ListBucketResult>`,
    ],
    [
      "a name that leads to another bucket",
      `<ListBucketResult><IsTruncated>false</IsTruncated>${entry.replace("a/b", "../other/b")}</ListBucketResult>`,
    ],
  ])("given %s", async (_, body) => {
    const blobs = await storeThat((_request, response) => response.end(body));

    await expect(removeAll(blobs, "a/")).rejects.toThrow("the object store");
  });
});

test("given a store that redirects, when an object is stored or read, then nothing is sent elsewhere", async () => {
  const asked: string[] = [];
  const blobs = await storeThat((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    response.writeHead(307, { location: "/elsewhere" }).end();
  });

  await expect(blobs.put("a/b", Buffer.from("text"))).rejects.toThrow("the object store");
  await expect(blobs.get("a/b")).rejects.toThrow("the object store");
  expect(asked).toEqual(["/copies/a/b", "/copies/a/b"]);
});

test("given names in a list that lead out of it, when all objects of an account are removed, then only its own are", async () => {
  const removed: string[] = [];
  const names = ["a/../b/x", "a/%2e%2e/b/x", "a/./x", "a/x?versions", "a//x", "a/own"];
  const blobs = await storeThat(({ method, url }, response) => {
    if (method === "DELETE") removed.push(url ?? "");
    const list = names.map((name) => entry.replace("a/b", name)).join("");
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${list}</ListBucketResult>`);
  });

  await removeAll(blobs, "a/");
  expect(removed).toEqual(["/copies/a/own"]);
});

describe("given a 404", () => {
  test("of the store, that has no such object, then there is none", async () => {
    const blobs = await storeThat((_request, response) =>
      response.writeHead(404).end(`<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code><Key>a/b</Key></Error>`),
    );

    expect(await blobs.get("a/b")).toBeUndefined();
    await blobs.remove("a/b");
  });

  test.each([
    ["a proxy", "404 page not found"],
    ["a store without the bucket", `<?xml version="1.0"?>\n<Error><Code>NoSuchBucket</Code></Error>`],
    ["a store that says nothing", ""],
  ])("of %s, then no object counts as missing or removed", async (_, body) => {
    const blobs = await storeThat((request, response) => {
      request.resume();
      response.writeHead(404).end(body);
    });

    await expect(blobs.get("a/b")).rejects.toThrow(/^the object store answered 404.* to GET$/);
    await expect(blobs.remove("a/b")).rejects.toThrow(/^the object store answered 404.* to DELETE$/);
    await expect(blobs.put("a/b", Buffer.from("text"))).rejects.toThrow(/^the object store answered 404.* to PUT$/);
    await expect(removeAll(blobs, "a/")).rejects.toThrow(/^the object store answered 404.* to GET$/);
  });
});

test("given an answer without end, when an object is read, then that fails, and the connection ends", async () => {
  let hasEnded = false;
  const blobs = await storeThat((_request, response) => {
    const send = (): void => {
      while (response.write(Buffer.alloc(1024 * 1024)));
      response.once("drain", send);
    };
    response.once("close", () => {
      hasEnded = true;
    });
    send();
  });

  await expect(blobs.get("a/b")).rejects.toThrow("does not end");
  await eventually(() => expect(hasEnded).toBe(true));
});
