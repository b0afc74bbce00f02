import { MIMEType } from "node:util";
import { Refusal } from "../http/refusal.ts";
import { FORM_PART_HEAD_BYTES, FORM_PARTS } from "../limits.ts";
import { faulty } from "./errors.ts";

/**
 * The fields of a body: JSON, a form or a form in parts. A form has texts and files alone, and a name may come several times
 * in it.
 */
export interface Fields {
  /** A field's last value; undefined where it is missing. */
  readonly get: (name: string) => unknown;
  /** All values of a field; undefined where it is missing. */
  readonly all: (name: string) => unknown;
}

/**
 * Reads the body of a request.
 * @param type its Content-Type
 * @throws {Refusal} 400 for a body that is malformed, 415 for one of another type
 */
export async function readFields(type: string | undefined, body: Buffer): Promise<Fields> {
  const media = type?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (body.length === 0) return ofObject({});
  if (media === "application/json") return ofJson(body.toString());
  if (media !== "application/x-www-form-urlencoded" && media !== "multipart/form-data") {
    throw new Refusal(415, { detail: `Unsupported media type "${type ?? ""}" in request.` });
  }
  try {
    if (media === "multipart/form-data" && !hasFewParts(type ?? "", body)) throw new TypeError("too many parts");
    return ofForm(await new Response(body, { headers: { "content-type": type ?? "" } }).formData());
  } catch {
    throw new Refusal(400, { detail: "Multipart form parse error - Invalid boundary or part" });
  }
}

/**
 * Whether a form has as few and short parts as forms of apps. A page with its form is up to 20 MiB; as tiny parts, or as one
 * endless head, these would keep this process for seconds. Searching octets takes milliseconds.
 * @throws TypeError for a type that is none
 */
function hasFewParts(type: string, body: Buffer): boolean {
  const boundary = new MIMEType(type).params.get("boundary");
  if (boundary === null || boundary === "") return false;
  const delimiter = `--${boundary}`;
  let parts = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const head = body.subarray(at + delimiter.length, at + delimiter.length + FORM_PART_HEAD_BYTES);
    if (++parts > FORM_PARTS || !(head.includes("\r\n\r\n") || head.toString("latin1", 0, 2) === "--")) return false;
  }
  return parts > 0;
}

function ofJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, { detail: "JSON parse error - Expecting value: line 1 column 1 (char 0)" });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const kind = typeName(value);
    throw faulty({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${kind}.`] });
  }
  return ofObject(value);
}

function ofObject(value: object): Fields {
  const get = (name: string): unknown =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  return { get, all: get };
}

function ofForm(form: FormData): Fields {
  return {
    get: (name) => form.getAll(name).at(-1),
    all: (name) => (form.has(name) ? form.getAll(name) : undefined),
  };
}

/** What Python calls the type of a JSON value. */
const typeName = (value: unknown): string =>
  value === null
    ? "NoneType"
    : Array.isArray(value)
      ? "list"
      : typeof value === "string"
        ? "str"
        : typeof value === "boolean"
          ? "bool"
          : typeof value === "number"
            ? Number.isInteger(value)
              ? "int"
              : "float"
            : "dict";

/** A field's value, or its faults. */
export type FieldResult<T> = { readonly value: T } | { readonly faults: readonly string[] };

const faults = (...texts: string[]): FieldResult<never> => ({ faults: texts });

interface TextOptions {
  /** Characters at most. */
  readonly chars: number;
  readonly mayBeBlank: boolean;
}

/** A text: trimmed, without what PostgreSQL can't store. A number is taken as its digits. */
export function checkText(value: unknown, { chars, mayBeBlank }: TextOptions): FieldResult<string> {
  if (value === null) return faults("This field may not be null.");
  if (typeof value !== "string" && typeof value !== "number") return faults("Not a valid string.");
  const text = String(value).trim();
  if (text.includes("\0")) return faults("Null characters are not allowed.");
  if (!text.isWellFormed()) return faults("Surrogate characters are not allowed: U+D800.");
  if (text === "" && !mayBeBlank) return faults("This field may not be blank.");
  if (Array.from(text).length > chars) {
    return faults(`Ensure this field has no more than ${chars} characters.`);
  }
  return { value: text };
}

const TRUE = new Set(["t", "y", "yes", "true", "on", "1"]);
const FALSE = new Set(["f", "n", "no", "false", "off", "0"]);

/** A flag, by any of the words that Django REST framework takes for one. */
export function checkFlag(value: unknown): FieldResult<boolean> {
  if (value === null) return faults("This field may not be null.");
  const word = JSON.stringify(value).replaceAll('"', "").toLowerCase();
  if (TRUE.has(word)) return { value: true };
  return FALSE.has(word) ? { value: false } : faults("Must be a valid boolean.");
}

/** A list of texts. @throws {Refusal} at its first item that is none, which is told by its number */
export function checkTexts(name: string, value: unknown, options: TextOptions): FieldResult<string[]> {
  if (value === null) return faults("This field may not be null.");
  if (!Array.isArray(value)) return faults(`Expected a list of items but got type "${typeName(value)}".`);
  const texts = value.map((item) => checkText(item, options));
  const wrong = texts.flatMap((item, n) => ("faults" in item ? [[n, item.faults] as const] : []));
  if (wrong.length > 0) throw faulty({ [name]: Object.fromEntries(wrong) });
  return { value: texts.flatMap((item) => ("value" in item ? [item.value] : [])) };
}
