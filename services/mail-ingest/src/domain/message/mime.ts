import { MAIL_HEADER_BYTES, MAIL_NESTING, MAIL_PARTS } from "@satchel/contracts";
import { decodeTransfer } from "./decoding.ts";
import { readFields } from "./fields.ts";
import { fieldsNamed } from "./header.ts";
import { decodeWords, parseParameters } from "./libmime.ts";
import type { Part } from "./part.ts";

/** The mail has more parts or levels than are read. */
export class TooComplex extends Error {
  constructor(what: string) {
    super(`The mail has ${what}`);
    this.name = "TooComplex";
  }
}

/**
 * Reads a mail into its parts, in time proportional to its size times {@link MAIL_NESTING}. An outer boundary ends all inner parts, also
 * unclosed ones (RFC 2046 section 5.1.2).
 * @throws {TooComplex} with more than {@link MAIL_PARTS} parts, more levels than {@link MAIL_NESTING}, or a huge header of a part
 */
export function readMime(raw: Buffer): Part {
  let parts = 0;
  const read = (octets: Buffer, level: number, defaultType: string): Part => {
    if (++parts > MAIL_PARTS) throw new TooComplex(`more than ${MAIL_PARTS} parts`);
    if (level > MAIL_NESTING) throw new TooComplex(`more than ${MAIL_NESTING} levels`);
    const { header, body } = splitPart(octets);
    const fields = readFields(header);
    const { value, params } = parseParameters(fieldsNamed(fields, "content-type")[0] ?? "");
    const { value: disposition, params: named } = parseParameters(fieldsNamed(fields, "content-disposition")[0] ?? "");
    const fileName = decodeWords(named["filename"] ?? params["name"] ?? "");
    const type = /^[^\s/]+\/[^\s/]+$/.test(value) ? value : defaultType;
    const common = { fields, type, params, disposition, fileName };
    if (type.startsWith("multipart/")) {
      const inner = params["boundary"] === undefined ? [] : splitMultipart(body, params["boundary"]);
      const innerType = type === "multipart/digest" ? "message/rfc822" : "text/plain";
      // Without a boundary it is no multipart, and mail programs show its body as text.
      if (inner.length === 0) return { ...common, type: "text/plain", content: body, parts: [] };
      const children = inner.map((one) => read(one, level + 1, innerType));
      return { ...common, content: Buffer.alloc(0), parts: children };
    }
    const content = decodeTransfer(body, fieldsNamed(fields, "content-transfer-encoding")[0] ?? "");
    if (type !== "message/rfc822" && type !== "message/global" && !isMailFile(type, fileName, content))
      return { ...common, content, parts: [] };
    return { ...common, type: "message/rfc822", content, parts: [read(content, level + 1, "text/plain")] };
  };
  return read(raw, 1, "text/plain");
}

/** Whether a part is a forwarded mail: not all programs that attach one as a file say that it is a mail. */
const isMailFile = (type: string, fileName: string, content: Buffer): boolean =>
  type === "application/octet-stream" && /\.eml$/i.test(fileName) && beginsWithField(content);

const beginsWithField = (octets: Buffer): boolean =>
  /^[\x21-\x39\x3b-\x7e]+[ \t]*:/.test(octets.toString("latin1", 0, 200));

const LF = 0x0a;
const CR = 0x0d;

/** The header and the body of a part. Without a header a part begins with an empty line, or with its body. */
function splitPart(octets: Buffer): { header: Buffer; body: Buffer } {
  let at = 0;
  while (at < octets.length) {
    const newline = octets.indexOf(LF, at);
    const next = newline === -1 ? octets.length : newline + 1;
    const length = next - at - (octets[next - 1] === LF ? 1 : 0);
    if (length === 0 || (length === 1 && octets[at] === CR)) {
      return { header: octets.subarray(0, at), body: octets.subarray(next) };
    }
    if (next > MAIL_HEADER_BYTES) throw new TooComplex("a part whose header is too large");
    at = next;
  }
  return beginsWithField(octets)
    ? { header: octets, body: Buffer.alloc(0) }
    : { header: Buffer.alloc(0), body: octets };
}

/** The parts between the boundaries, without the line ends that belong to the boundaries (RFC 2046 section 5.1.1). */
function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  const delimiter = Buffer.from(`--${boundary}`);
  if (boundary === "") return parts;
  let begin: number | undefined;
  let from = 0;
  for (;;) {
    const at = body.indexOf(delimiter, from);
    const line = at === -1 ? undefined : boundaryLine(body, at, at + delimiter.length);
    if (at !== -1 && line === undefined) {
      from = at + 1;
      continue;
    }
    const end = at === -1 ? body.length : at;
    if (begin !== undefined)
      parts.push(body.subarray(begin, Math.max(begin, at === -1 ? end : beforeLineEnd(body, end))));
    // One part over the limit is enough: the mail is refused.
    if (line === undefined || line.isLast || parts.length > MAIL_PARTS) return parts;
    begin = from = line.next;
  }
}

/** The boundary line at `at`; undefined when there is more on its line. */
function boundaryLine(body: Buffer, at: number, end: number): { next: number; isLast: boolean } | undefined {
  if (at > 0 && body[at - 1] !== LF) return undefined;
  const newline = body.indexOf(LF, end);
  const next = newline === -1 ? body.length : newline + 1;
  if (next - end > 200) return undefined;
  const rest = body.toString("latin1", end, next);
  return /^(?:--)?[ \t]*\r?\n?$/.test(rest) ? { next, isLast: rest.startsWith("--") } : undefined;
}

function beforeLineEnd(body: Buffer, at: number): number {
  const lf = body[at - 1] === LF ? at - 1 : at;
  return body[lf - 1] === CR ? lf - 1 : lf;
}
