/** The result of a check. `unknown`: it could not be made, which says nothing about the domain. */
export type Result = "ok" | "warning" | "wrong" | "unknown";

/** One check of a domain's set-up. */
export interface Finding {
  /** What was checked, the same for every domain: "MX", "STARTTLS". */
  readonly check: string;
  readonly result: Result;
  /** One sentence on what was found. */
  readonly found: string;
  /** One sentence on what to do; for an "ok" it is advice. */
  readonly todo?: string;
}

const CHARS = 300;

/** A text of a stranger's server in a form that is safe on a terminal: one line, no control characters, bounded length. */
export function printable(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return clean.length > CHARS ? `${clean.slice(0, CHARS)}…` : clean;
}

const maker =
  (result: Result) =>
  (check: string, found: string, todo?: string): Finding => ({
    check,
    result,
    found: printable(found),
    ...(todo === undefined ? {} : { todo: printable(todo) }),
  });

/** Findings by their result. */
export const ok = maker("ok");
export const warning = maker("warning");
export const wrong = maker("wrong");
export const unknown = maker("unknown");

/** The exit code of the process: 0 all is well, 1 a warning or something could not be checked, 2 something is wrong. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ result }) => result === "wrong")) return 2;
  return findings.some(({ result }) => result !== "ok") ? 1 : 0;
}
