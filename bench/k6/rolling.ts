import { sleep } from "k6";
import http, { type RefinedResponse } from "k6/http";
import { Counter, Trend } from "k6/metrics";
import type { K6Report } from "../scaling/k6-load.ts";
import { againAfter, ANSWER_MS, type FailedAttempt } from "../scaling/repeat-rule.ts";
import {
  browse,
  env,
  handleSummary,
  headersOf,
  ORIGIN,
  type Person,
  summaryTrendStats,
  USERS,
  userOf,
} from "./person.ts";

// Users of a system that is restarted part by part. They repeat calls by the rules of docs/api ("When to ask again"). Each has
// an account of its own, continues until the proof ends, and then reports what was acknowledged.

const PROOF = env("PROOF");
const SITES = env("SITES").split(",");
/** Seconds between two acts of a person, on average. */
const THINK_S = 0.4;

const calls = new Counter("calls");
const repeated = new Counter("calls_repeated");
const failed = new Counter("calls_failed");
const took = new Trend("calls_took", true);

export const options = {
  scenarios: { rolling: { executor: "per-vu-iterations", vus: USERS, iterations: 1, maxDuration: "2h" } },
  thresholds: { calls: ["count>0"], calls_failed: ["count==0"] },
  summaryTrendStats,
  // A broken connection throws, without a warning of k6.
  throw: true,
};
export { handleSummary };

/** A call that failed after all repetitions that the rules allow. */
class CallFailed extends Error {}

const report: K6Report = { userId: userOf(__VU), links: [], failures: [], failed: [] };
let keys = 0;

/** Makes a call, each change under a key of its own, and repeats it by the rule. @throws {CallFailed} */
function call(name: string, method: string, path: string, body?: unknown): RefinedResponse<"text"> {
  const key = method === "GET" ? {} : { key: `k6-${++keys}` };
  const keyed = key.key === undefined ? {} : { [env("KEY_HEADER")]: key.key };
  const headers = { ...headersOf(__VU), ...keyed };
  const text = body === undefined ? null : JSON.stringify(body);
  const began = Date.now();
  const failures: string[] = [];
  calls.add(1);
  for (let attempts = 1; ; attempts++) {
    let outcome: FailedAttempt = {};
    try {
      const settings = { headers, tags: { name }, timeout: ANSWER_MS, responseType: "text" } as const;
      const answer = http.request(method, ORIGIN + path, text, settings);
      if (answer.status >= 200 && answer.status < 300) {
        failed.add(0);
        repeated.add(failures.length > 0 ? 1 : 0);
        took.add(Date.now() - began);
        return answer;
      }
      outcome = { status: answer.status, retryAfter: answer.headers["Retry-After"] };
      failures.push(`${answer.status} ${answer.body}`);
    } catch (error) {
      // As in `Get "http://…": EOF`; only its end is the same each time.
      failures.push(String(error).split(": ").at(-1) ?? "");
    }
    report.failures.push(failures.at(-1) ?? "");
    const again = againAfter({ method, ...key }, outcome, attempts, Date.now() - began);
    if (again === undefined) {
      failed.add(1);
      const sentence = `${name} of k6: ${failures.join(", then ")}`;
      report.failed.push(sentence);
      throw new CallFailed(sentence);
    }
    sleep(again / 1000);
  }
}

const person: Person = { call };

function save(): void {
  const url = `${SITES[report.links.length % SITES.length]}/pages/k6-${__VU}-${keys}`;
  const { id } = call("save", "POST", "/api/links/", { url }).json() as { id: string };
  report.links.push({ url, id, visits: 0 });
}

/** Visits a link of this user for the first time: visits of a link within a minute are one. */
function visit(): void {
  const unvisited = report.links.filter(({ visits }) => visits === 0);
  const link = unvisited[Math.floor(Math.random() * unvisited.length)];
  if (link === undefined) return save();
  call("visit", "POST", `/api/links/${link.id}/visit`, {});
  link.visits++;
}

export default (): void => {
  while (http.get(`${PROOF}/${__VU}`).status === 200) {
    const turn = Math.random();
    try {
      if (turn < 0.5) browse(person);
      else if (turn < 0.8) save();
      else visit();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
    sleep(Math.random() * 2 * THINK_S);
  }
  http.post(PROOF, JSON.stringify(report));
};
