import type { DkimKey } from "@satchel/chassis";
import { exitCodeOf, type Finding, type Result } from "./finding.ts";

const MARKS: Record<Result, string> = { ok: "ok", warning: "warning", wrong: "wrong", unknown: "not checked" };
const WIDTH = Math.max(...Object.values(MARKS).map(({ length }) => length)) + 2;

const CLOSING = {
  0: "All is well.",
  1: "Nothing is wrong, but something needs a look.",
};

/**
 * The findings for people: one line each, what to do below it, and a closing line.
 * @param heading the first line
 * @param harm the closing line where something is wrong
 */
export function renderFindings(heading: string, findings: readonly Finding[], harm: string): string {
  const lines = findings.flatMap(({ check, result, found, todo }) => [
    `${MARKS[result].padEnd(WIDTH)}${check}: ${found}`,
    ...(todo === undefined ? [] : [`${" ".repeat(WIDTH)}→ ${todo}`]),
  ]);
  const exitCode = exitCodeOf(findings);
  return [heading, "", ...lines, "", exitCode === 2 ? harm : CLOSING[exitCode], ""].join("\n");
}

/** The findings for programs: `{exitCode, findings: [{check, result, found, todo?}]}`, after some facts. */
export const renderJson = (facts: object, findings: readonly Finding[]): string =>
  `${JSON.stringify({ ...facts, exitCode: exitCodeOf(findings), findings }, undefined, 2)}\n`;

/** Characters of one string of a TXT record: 255 octets at most (RFC 1035 section 3.3). */
const TXT_CHARS = 255;

/** A new key: the settings that Satchel signs with it by, and the record that receivers check it by. */
export function renderNewKey(domain: string, selector: string, { setting, published }: DkimKey): string {
  const record = `v=DKIM1; k=rsa; p=${published}`;
  const strings = record.match(new RegExp(`.{1,${TXT_CHARS}}`, "g")) ?? [];
  return [
    `A key for mail from ${domain}. It is shown this once: keep it with your other secrets.`,
    "",
    "Settings:",
    "",
    `DKIM_SELECTOR=${selector}`,
    `DKIM_KEY=${setting}`,
    "",
    "Record in the DNS:",
    "",
    `${selector}._domainkey.${domain}.  TXT  ${strings.map((one) => `"${one}"`).join(" ")}`,
    "",
    `When it is published: DKIM_SELECTOR=… DKIM_KEY=… npm run mail:doctor -- ${domain}`,
    "",
  ].join("\n");
}
