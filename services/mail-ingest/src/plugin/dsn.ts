import { createRequire } from "node:module";
import type { Answer } from "../ingest/answer.ts";

interface DsnClass {
  create(code: number, message: string, subject: number, detail: number): unknown;
}

// A class that says how to write its own type: it has none, and its module is CommonJS.
const DSN = createRequire(import.meta.url)("haraka-dsn") as DsnClass;

/** An answer as Haraka takes it: without it a refusal's code and enhanced code would be Haraka's own. */
export function toDsn({ code, enhanced, text }: Answer): unknown {
  const [, subject = 0, detail = 0] = enhanced.split(".").map(Number);
  return DSN.create(code, text, subject, detail);
}
