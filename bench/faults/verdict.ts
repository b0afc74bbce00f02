import { texts } from "@satchel/contracts";
import type { Result } from "./cell.ts";
import { restartReason } from "./faults.ts";
import type { Call } from "./load.ts";

/** How outcomes without an answer begin (call.ts, sender.ts). */
const WITHOUT_ANSWER = /^(connection |no answer|broken: )/;

/** The answers that docs/api and docs/operations/mail.md allow, besides success. */
const DOCUMENTED = [
  // With Retry-After; without it the outcome has more text.
  new RegExp(`^503 ${literal(texts.server.unavailable)}$`),
  new RegExp(`^503 ${literal(texts.registration.failed)}$`),
  new RegExp(`^429 ${literal(texts.server.tooMany)}$`),
  new RegExp(`^401 ${literal(texts.session.missing)}$`),
  // Mail may be late; the page offers a new code.
  /^no code came/,
];

/** RFC 5321 section 4.2.1: the sender's server tries again. */
const TRY_AGAIN = /^4\d\d /;

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The defects of a cell, a sentence each. */
export function defectsOf(result: Result): string[] {
  const { part, fault, verdict, calls } = result;
  const restartedByHand = restartReason(part, fault) === undefined ? result.restartedByHand : [];
  const undocumented = new Set(calls.filter((call) => !isDocumented(call, result)).map(describe));
  return [
    ...verdict.lost.map((write) => `lost: ${write}`),
    ...verdict.doubled.map((write) => `doubled: ${write}`),
    ...restartedByHand.map((name) => `did not recover before ${name} was restarted by hand`),
    ...[...undocumented].map((text) => `not documented: ${text}`),
  ];
}

const describe = ({ kind, outcome }: Call): string => `${kind} ${outcome}`;

function isDocumented({ kind, outcome }: Call, { part }: Result): boolean {
  const answer = outcome.replace(/^(register|verify|first page): /, "");
  if (answer === "ok") return true;
  // Only a fault of the part that users connect to may leave them without an answer.
  if (WITHOUT_ANSWER.test(answer)) return part === (kind === "mail" ? "mail-ingest" : "gateway");
  if (kind === "mail") return TRY_AGAIN.test(answer);
  return DOCUMENTED.some((pattern) => pattern.test(answer));
}
