import { AwsClient } from "aws4fetch";
import type { BlobEntry, BlobStore } from "./blob-store.ts";
import { parseS3Url } from "./s3-address.ts";

/** Milliseconds for one request: 15 MiB take 12 s on a 10 Mbit/s line. */
const REQUEST_MS = 60_000;

/** Objects of one page of a list. */
const LISTED = 1000;

/**
 * A bucket of an S3-compatible store, which exists. Requests are repeated as the client does it for 429 and 5xx.
 * @param url as `BLOB_URL`
 * @throws {TypeError} for an invalid address
 */
export function openS3Blobs(url: string): BlobStore {
  const address = parseS3Url(url);
  if (address === undefined) throw new TypeError("not the address of an S3 bucket");
  const { key: accessKeyId, secret: secretAccessKey, region } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 4 });

  /** @throws an error without the address, which may be in a log */
  const ask = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const answer = await client.fetch(`${address.url}${path}`, {
      method,
      signal,
      // The bucket is where its address says: what it holds goes nowhere else.
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`the object store answered ${answer.status} to ${method}`);
  };

  return {
    put: async (name, bytes) => {
      const answer = await ask("PUT", `/${name}`, new Uint8Array(bytes));
      await answer.body?.cancel();
      if (answer.status === 404) throw new Error("the bucket of the object store does not exist");
    },
    get: async (name) => {
      const answer = await ask("GET", `/${name}`);
      if (answer.status !== 404) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    list: async function* (prefix) {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", "max-keys": String(LISTED), prefix });
        if (token !== undefined) query.set("continuation-token", token);
        const answer = await ask("GET", `?${query.toString()}`);
        if (answer.status === 404) throw new Error("the bucket of the object store does not exist");
        const xml = await answer.text();
        // A proxy may answer for the store, or a connection end early: what is missing would count as removed.
        if (!/<\/ListBucketResult>\s*$/.test(xml))
          throw new Error("the object store answered with half a list, or none");
        yield* entriesOf(xml);
        const next = textIn(xml, "NextContinuationToken");
        const isCut = textIn(xml, "IsTruncated") === "true";
        if (isCut && (next === undefined || next === token)) throw new Error("the object store's list does not go on");
        token = isCut ? next : undefined;
      } while (token !== undefined);
    },
    remove: async (name) => {
      const answer = await ask("DELETE", `/${name}`);
      await answer.body?.cancel();
    },
    // The store takes an object in one request, or not at all.
    sweep: async () => {},
  };
}

/** The entries of a `ListBucketResult`. Names of this system's objects have no characters that XML escapes. */
function entriesOf(xml: string): BlobEntry[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
    name: textIn(entry, "Key") ?? "",
    bytes: Number(textIn(entry, "Size")),
    storedAt: Date.parse(textIn(entry, "LastModified") ?? ""),
  }));
}

const textIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
