import { exitCodeOf, type Finding, type Result } from "./finding.ts";

const MARKS: Record<Result, string> = { ok: "ok", warning: "warning", wrong: "wrong", unknown: "not checked" };
const WIDTH = Math.max(...Object.values(MARKS).map(({ length }) => length)) + 2;

const CLOSING = {
  0: "All is well.",
  1: "Nothing is wrong, but something needs a look.",
  2: "Something is wrong; mail will be lost or turned away until it is mended.",
};

/** The findings for people: one line each, what to do below it, and a closing line. */
export function renderFindings(domain: string, findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, result, found, todo }) => [
    `${MARKS[result].padEnd(WIDTH)}${check}: ${found}`,
    ...(todo === undefined ? [] : [`${" ".repeat(WIDTH)}→ ${todo}`]),
  ]);
  return [`Mail for ${domain}`, "", ...lines, "", CLOSING[exitCodeOf(findings)], ""].join("\n");
}

/** The findings for programs: `{domain, exitCode, findings: [{check, result, found, todo?}]}`. */
export const renderJson = (domain: string, findings: readonly Finding[]): string =>
  `${JSON.stringify({ domain, exitCode: exitCodeOf(findings), findings }, undefined, 2)}\n`;
