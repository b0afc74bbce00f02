import { parseUrl } from "@satchel/contracts";

/** An S3-compatible store, as `BLOB_URL` names it. */
interface S3Address {
  /** Of the bucket, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** `http(s)://key:secret@host[:port]/bucket[?region=…]`; the region is `us-east-1` where none is named. */
export function parseS3Url(text: string): S3Address | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const { protocol, username, password, host, pathname, searchParams } = url;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
  if ((protocol !== "http:" && protocol !== "https:") || username === "" || password === "") return undefined;
  if (bucket === undefined) return undefined;
  try {
    const [key, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    return { url: `${protocol}//${host}/${bucket}`, region: searchParams.get("region") ?? "us-east-1", key, secret };
  } catch {
    // A `%` that was not written as `%25`.
    return undefined;
  }
}

export const isS3Url = (text: string): boolean => parseS3Url(text) !== undefined;
