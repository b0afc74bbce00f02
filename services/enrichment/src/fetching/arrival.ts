import type { Dispatcher } from "undici";
import { compact } from "@satchel/contracts/compact";
import { isAccepted, parseContentType } from "../domain/content-type.ts";
import { FetchFault, statusFault } from "./fetch-failure.ts";
import type { FetchedPage, FetchOptions, Redirect } from "./fetch-result.ts";
import { type Body, readBody } from "./response-body.ts";
import { fieldOf, fileNameOf, lengthOf, retryAfterMs, validatorsOf } from "./response-fields.ts";

type RequestContext = {
  url: URL;
  redirects: readonly Redirect[];
  wanted: FetchOptions;
  isConditional: boolean;
};

/** A refusal with a page. */
export class RefusalFault extends FetchFault {
  readonly page: FetchedPage;

  constructor({ detail, status, page }: { detail: string; status: number; page: FetchedPage }) {
    super("http-status", detail, status);
    this.page = page;
  }
}

/** Status codes of sites that want payment or sign-in, or that admit no programs (RFC 9110 section 15.5). */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403]);

const HTML = ["text/html", "application/xhtml+xml"];

/**
 * Reads an answer that is no redirect.
 * @throws FetchFault when it has no page; RefusalFault with the page of a refusal if `readRefused` is set
 */
export async function arrive(response: Dispatcher.ResponseData, arrival: RequestContext): Promise<FetchedPage> {
  const { statusCode: status, headers } = response;
  const { wanted, isConditional } = arrival;
  if ((status >= 200 && status <= 299) || (status === 304 && isConditional)) return pageOf(response, arrival);
  const fault = statusFault(status, retryAfterMs(headers, Date.now()));
  if (wanted.readRefused !== true || !REFUSALS.has(status)) throw fault;
  const asHtml = { ...arrival, wanted: { ...wanted, accept: HTML, read: HTML } };
  // Without a readable page it remains a plain refusal.
  const page = await pageOf(response, asHtml).catch(() => undefined);
  throw page === undefined ? fault : new RefusalFault({ detail: fault.message, status, page });
}

async function pageOf(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { url, redirects, wanted }: RequestContext,
): Promise<FetchedPage> {
  const notModified = status === 304;
  const { mediaType, charset } = parseContentType(fieldOf(headers, "content-type"));
  if (!notModified && mediaType !== "" && !isAccepted(mediaType, wanted.accept)) {
    throw new FetchFault("unsupported-content", "the content is of another kind than was asked for");
  }
  const encoding = fieldOf(headers, "content-encoding");
  const { bytes, isWhole } = notModified ? NOTHING : await contentOf(body, mediaType, encoding, wanted);
  const size = isWhole ? bytes.length : lengthOf(headers);
  return compact({
    ok: true as const,
    finalUrl: url.href,
    status,
    notModified,
    contentType: mediaType,
    charset,
    ...validatorsOf(headers),
    bytes,
    size: notModified ? undefined : size,
    fileName: fileNameOf(headers),
    hops: redirects.length,
    redirects,
  });
}

const NOTHING: Body = { bytes: new Uint8Array(0), isWhole: false };

async function contentOf(
  body: Dispatcher.ResponseData["body"],
  mediaType: string,
  encoding: string,
  { method, readBody: isBodyWanted = true, read, sniffed, maxBytesOf, cut = false, takesPart, ...wanted }: FetchOptions,
): Promise<Body> {
  if (method === "HEAD" || !isBodyWanted) return NOTHING;
  const isRead = read === undefined || mediaType === "" || isAccepted(mediaType, read);
  const goesOn = sniffed?.types.includes(mediaType) === true ? sniffed.isWanted : undefined;
  const maxBytes = maxBytesOf?.(mediaType) ?? wanted.maxBytes;
  return isRead || goesOn !== undefined ? readBody(body, encoding, { maxBytes, cut, takesPart, goesOn }) : NOTHING;
}
