import { COPY_BYTES } from "@satchel/contracts/limits";
import { AwsClient } from "aws4fetch";
import type { BlobEntry, BlobStore } from "./blob-store.ts";
import { parseS3Url } from "./s3-address.ts";

/** Milliseconds for one request: 15 MiB take 12 s on a 10 Mbit/s line. */
const REQUEST_MS = 60_000;

/** Objects of one page of a list. */
const LISTED = 1000;

/** Octets of an answer at most: an object, or a page of a list, whose entries have below 1 KiB each. */
const ANSWER_BYTES = COPY_BYTES + 1024 * 1024;

/** Names of this system's objects ({@link BlobStore}). Of another one, `..` would lead out of its folder, or of the bucket. */
const NAME = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

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

  /**
   * @returns the octets of an answer; undefined where the store says that it has no such object
   * @throws an error without the address, which may be in a log
   */
  const ask = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Buffer | undefined> => {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const answer = await client.fetch(`${address.url}${path}`, {
      method,
      signal,
      // The bucket is where its address says: what it holds goes nowhere else.
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    const bytes = await octetsOf(answer);
    if (answer.ok) return bytes;
    const code = textIn(bytes.toString(), "Code") ?? "";
    // Without the store's own word, a proxy may have answered: what is there would count as removed.
    if (answer.status === 404 && code === "NoSuchKey") return undefined;
    const why = /^\w{1,60}$/.test(code) ? ` (${code})` : "";
    throw new Error(`the object store answered ${answer.status}${why} to ${method}`);
  };

  return {
    put: async (name, bytes) => {
      if ((await ask("PUT", `/${name}`, new Uint8Array(bytes))) === undefined)
        throw new Error("the object store took no object");
    },
    get: (name) => ask("GET", `/${name}`),
    list: async function* (prefix) {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", "max-keys": String(LISTED), prefix });
        if (token !== undefined) query.set("continuation-token", token);
        const xml = (await ask("GET", `?${query.toString()}`))?.toString() ?? "";
        // A proxy may answer for the store, or a connection end early: what is missing would count as removed.
        if (!/<\/ListBucketResult>\s*$/.test(xml))
          throw new Error("the object store answered with half a list, or none");
        const entries = entriesOf(xml);
        // What is listed may be removed: an answer to another question would have others' objects.
        if (entries.some(({ name }) => !name.startsWith(prefix)))
          throw new Error("the object store answered with another list than was asked for");
        yield* entries.filter(({ name }) => NAME.test(name));
        const next = textIn(xml, "NextContinuationToken");
        const isCut = textIn(xml, "IsTruncated") === "true";
        if (isCut && (next === undefined || next === token)) throw new Error("the object store's list does not go on");
        token = isCut ? next : undefined;
      } while (token !== undefined);
    },
    remove: async (name) => void (await ask("DELETE", `/${name}`)),
    // The store takes an object in one request, or not at all.
    sweep: async () => {},
  };
}

/** @throws where an answer is longer than any of this system's objects */
async function octetsOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error("the object store's answer does not end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
