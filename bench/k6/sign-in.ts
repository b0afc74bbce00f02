import { check } from "k6";
import http from "k6/http";
import { handleSummary, summaryTrendStats, thresholds } from "./person.ts";

const { checks, http_req_failed } = thresholds;
export const options = {
  vus: 10,
  duration: __ENV["DURATION"] ?? "10s",
  // Checking a password takes processor time by design.
  thresholds: { checks, http_req_failed, http_req_duration: ["p(99)<3000"] },
  summaryTrendStats,
};
export { handleSummary };

const ACCOUNTS = Number(__ENV["ACCOUNTS"]);

/** Signs in by password, each time from another network, because limits count by network. */
export default (): void => {
  const n = Math.floor(Math.random() * ACCOUNTS);
  const address = `2001:db8:${__VU.toString(16)}:${(__ITER % 65_536).toString(16)}::1`;
  const headers = { "x-forwarded-for": address };
  const form = { username: `person${n}@post.example`, password: __ENV["PASSWORD"] ?? "" };
  const answer = http.post(`${__ENV["ORIGIN"]}/api/auth/token`, form, { headers, tags: { name: "sign in" } });
  check(answer, { "signed in": ({ status }) => status === 200 });
};
