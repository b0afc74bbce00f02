import { check } from "k6";
import crypto from "k6/crypto";
import encoding from "k6/encoding";
import http, { type RefinedResponse } from "k6/http";

// Runs in k6, not in Node. Its settings are `-e NAME=value`, see `../k6.ts`.

export const env = (name: string): string => __ENV[name] ?? "";
export const ORIGIN = env("ORIGIN");
export const USERS = Number(env("USERS"));
const CLAIMS = JSON.parse(env("CLAIMS")) as Record<string, unknown>;

const base64url = (text: string): string => encoding.b64encode(text, "rawurl");

/** An access token as identity signs it (RFC 7519, HS256), for the account of this number. */
function mint(user: string): string {
  const head = base64url(JSON.stringify({ alg: "HS256", typ: env("TOKEN_TYPE") }));
  const body = base64url(JSON.stringify({ ...CLAIMS, sub: user, sid: user }));
  return `${head}.${body}.${crypto.hmac("sha256", env("TOKEN_KEY"), `${head}.${body}`, "base64rawurl")}`;
}

const tokens = new Map<number, string>();

/** A user with an archive: one of the seeded accounts. */
export interface Person {
  /** Calls the API. @param name under which its times are counted */
  call(name: string, method: string, path: string, body?: unknown): RefinedResponse<"text">;
}

/** The id of the account of this number, counted from 1. */
export const userOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** The headers of each call of the account of this number. */
export function headersOf(number: number): Record<string, string> {
  const token = tokens.get(number) ?? mint(userOf(number));
  tokens.set(number, token);
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** A random user. */
export function randomPerson(): Person {
  const headers = headersOf(1 + Math.floor(Math.random() * USERS));
  return {
    call: (name, method, path, body) => {
      const text = body === undefined ? null : JSON.stringify(body);
      const answer = http.request(method, ORIGIN + path, text, { headers, tags: { name }, responseType: "text" });
      check(answer, { [`${name} is answered`]: ({ status }) => status >= 200 && status < 300 });
      return answer;
    },
  };
}

/** Opens the archive as the page does: the folders, the counts, the first links; then the next page. */
export function browse(person: Person): void {
  person.call("folders", "GET", "/api/folders/");
  for (const filter of ["", "?unvisited_only=true", "?favorites_only=true"]) {
    person.call("count", "GET", `/api/links/count${filter}`);
  }
  const first = person.call("list", "GET", "/api/links/");
  const cursor = first.headers["X-Next-Cursor"];
  if (cursor !== undefined) person.call("list", "GET", `/api/links/?cursor=${encodeURIComponent(cursor)}`);
}

/** Saves a new link. */
export function save(person: Person): void {
  const n = `${__VU}-${__ITER}-${Math.random().toString(36).slice(2)}`;
  person.call("save", "POST", "/api/links/", { url: `https://saved.example/${n}` });
}

/** Searches for a word of a few links, and visits the first one. */
export function search(person: Person): void {
  const found = person.call("search", "GET", "/api/links/?q=article");
  const [link] = found.json() as { id: string }[];
  if (link !== undefined) person.call("visit", "POST", `/api/links/${link.id}/visit`);
}

/** The thresholds of every scenario. */
export const thresholds = { checks: ["rate==1"], http_req_failed: ["rate==0"], http_req_duration: ["p(99)<1000"] };

/** Prints the metrics as one line of JSON. */
export function handleSummary(data: { metrics: Record<string, { values: Record<string, number> }> }) {
  return { stdout: `${JSON.stringify(data.metrics)}\n` };
}

export const summaryTrendStats = ["med", "p(95)", "p(99)", "max"];
