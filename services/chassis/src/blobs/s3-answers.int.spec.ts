import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { atEnd } from "@satchel/testing";
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
