import { type Body, type Case, CASES } from "./linkding-cases.ts";

/** An answer without what differs from server to server: ids, times, hosts. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A server of the API: its address without `/api`, and a token. */
export interface Server {
  readonly url: string;
  readonly token: string;
}

/** Makes all calls, one after another. @returns the answers by the names of the cases */
export async function answersOf({ url, token }: Server, cases = CASES): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  const ids = new Map<string, unknown>();
  for (const { name, method, path, body } of cases) {
    const target = path.replace(/\{([\w ]+)\}/g, (_, of: string) => (of === "key" ? token : String(ids.get(of))));
    const isFeed = target.startsWith("/feeds/");
    const sent = requestOf(body);
    const answer = await fetch(`${url}${isFeed ? "" : "/api"}${target}`, {
      method,
      redirect: "manual",
      ...sent,
      headers: isFeed ? {} : { authorization: `Token ${token}`, ...sent.headers },
    });
    const text = await answer.text();
    if (isFeed) {
      answers[name] = { status: answer.status, body: neutralFeed(answer, text, token) };
      continue;
    }
    const value: unknown = text === "" ? null : JSON.parse(text);
    ids.set(name, (value as { id?: unknown } | null)?.id);
    answers[name] = { status: answer.status, body: neutral(value) };
  }
  return answers;
}

function requestOf(body: Body | undefined): {
  headers?: Record<string, string>;
  body?: string | FormData | URLSearchParams;
} {
  if (body === undefined) return {};
  if ("json" in body) return { headers: { "content-type": "application/json" }, body: JSON.stringify(body.json) };
  if ("text" in body) return { headers: { "content-type": body.type }, body: body.text };
  if ("form" in body) return { body: new URLSearchParams(body.form) };
  const form = new FormData();
  for (const [name, values] of Object.entries(body.parts))
    for (const value of [values].flat()) form.append(name, value);
  return { body: form };
}

/** A feed's lines without what differs from server to server; null for what is none. */
function neutralFeed({ headers }: Response, text: string, token: string): object | null {
  const type = headers.get("content-type");
  if (type === null || !type.startsWith("application/rss+xml")) return null;
  const times = /<(lastBuildDate|pubDate)>[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000</g;
  const neutralText = text
    .replace(times, "<$1>a time<")
    .replace(/http:\/\/[^/<"]+(?:\/linkding)?\/feeds\//g, "/feeds/")
    .replaceAll(token, "a token");
  return {
    type,
    lines: neutralText.replace(/>\s*</g, ">\n<").trim().split("\n"),
  };
}

/** A value without what differs from server to server. */
function neutral(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => neutral(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, neutral(item, key)]));
  }
  if (typeof value === "number" && (name === "id" || name === "bookmark")) return "an id";
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value)) return "a time";
  if (name === "web_archive_snapshot_url") return value.replace(/\/\d{14}\//, "/a time/");
  if (name !== "next" && name !== "previous") return value;
  return value.replace(/^http:\/\/[^/]+(?:\/linkding)?/, "").replace(/(bundle)=\d+/, "$1=an id");
}

/** An answer without the fields in which this server differs on purpose. */
export function withoutApart({ apart = {} }: Case, { status, body }: Answer): Answer {
  const copy: unknown = structuredClone(body);
  const fields = (path: string): void => {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let holders: unknown[] = [copy];
    for (const name of names) {
      holders = holders.flatMap((holder) =>
        name === "*"
          ? ((holder as { results?: unknown[] }).results ?? [])
          : [(holder as Record<string, unknown>)[name]],
      );
    }
    for (const holder of holders)
      if (typeof holder === "object" && holder !== null) delete (holder as Record<string, unknown>)[last];
  };
  for (const path of Object.keys(apart)) fields(path);
  return { status, body: copy };
}
