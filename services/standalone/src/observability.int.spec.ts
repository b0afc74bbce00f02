import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CreatedApiToken, CreatedFeed, Folder, Link, SecretAddress, Share } from "@satchel/contracts";
import { atEnd, eventually, freePort } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type Client, type Instance, mailedCode, sendMail, signIn, startInstance } from "../test/instance.ts";
import { type Collector, startCollector, type StoredSpan } from "../test/collector.ts";
import { familiesOf, metricsIn } from "../test/metrics.ts";

const root = join(import.meta.dirname, "../../..");
const ADDRESS = "anna.observed@post.example";
const TITLE = "Quince marmalade of the seventh kind";
const SAID = "a-word-that-only-this-url-has";

/** Spans and metrics come by themselves; on a busy machine that takes its time. */
const soon = { timeout: 60_000 };

let instance: Instance;
let operations: string;
let site: string;
let anna: Client;
let userId: string;
let collector: Collector;
let code: string;

const metrics = async (): Promise<string> => (await fetch(`${operations}/metrics`)).text();

async function startSite(): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url?.startsWith("/gone") === true ? 404 : 200, { "content-type": "text/html" });
    response.end(`<html><head><title>${TITLE}</title></head><body><p>Text</p></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [TRACE, SPAN] = ["c0ffee11".repeat(4), "c0ffee22".repeat(2)];
/** Headers by which a caller names a trace (Trace Context Level 1, section 3.2) and a request. */
const OF_CALLER = {
  traceparent: `00-${TRACE}-${SPAN}-01`,
  "satchel-correlation-id": "made-by-the-caller",
  "x-request-id": "made-by-the-caller",
};

/** Waits until a link is there in a state of being described. */
const linkIn = (url: string, state: string): Promise<Link> =>
  eventually(async () => {
    const link = (await anna.json<Link[]>("GET", "/api/links/")).find((one) => one.url === url);
    expect(link).toMatchObject({ enrichment: { state } });
    return link as Link;
  }, soon);

beforeAll(async () => {
  site = await startSite();
  collector = await startCollector();
  const port = await freePort();
  operations = `http://127.0.0.1:${port}`;
  instance = await startInstance({
    OPERATIONS_PORT: String(port),
    LOG_LEVEL: "trace",
    FETCH_ALLOW: new URL(site).host,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  // A day in short: signing in, saving, mail that is taken and mail that is not, pages that are there and gone.
  anna = await signIn(instance, ADDRESS);
  code = await mailedCode(instance, ADDRESS);
  userId = JSON.parse(Buffer.from(anna.token.split(".")[1] ?? "", "base64url").toString()).sub;
  const stream = await anna.call("GET", "/api/events");
  atEnd(async () => stream.body?.cancel());
  await expect(sendMail(instance, { from: "stranger@post.example", text: site })).rejects.toThrow(/550/);
  await anna.call("GET", `/nowhere/${SAID}`);
  // One after the other: what comes together is written together, and then has no story of its own.
  const saved = await anna.call("POST", "/api/links/", { url: `${site}/${SAID}/saved` }, OF_CALLER);
  expect(saved.status).toBe(201);
  await linkIn(`${site}/${SAID}/saved`, "done");
  await anna.json("POST", "/api/links/", { url: `${site}/gone/${SAID}` });
  await linkIn(`${site}/gone/${SAID}`, "failed");
  await sendMail(instance, { from: ADDRESS, text: `${site}/${SAID}/mailed`, subject: TITLE });
  await linkIn(`${site}/${SAID}/mailed`, "done");
});

test("given the documented table of metrics, when a system has run for a while, then it exports exactly these", async () => {
  const page = await readFile(join(root, "docs/operations/observability.md"), "utf8");
  const documented = [...page.matchAll(/^\| `(satchel_\w+)` \| (\w+) \|([^|]*)\|/gm)];
  const text = await metrics();
  const families = familiesOf(text);
  const own = [...families.keys()].filter((name) => name.startsWith("satchel_"));

  expect(documented.map(([, name]) => name).sort()).toEqual(own.sort());
  for (const [, name = "", type = "", labels = ""] of documented) {
    expect(text).toContain(`# TYPE ${name} ${type}\n`);
    const [sample = ""] = families.get(name) ?? [];
    const told = [...sample.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== "le");
    const named = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
    expect([name, sample === "", told.sort()]).toEqual([name, false, named.sort()]);
  }
});

test("given some activity, when the metrics are read, then they count it by route, outcome and reason, and there is no backlog", async () => {
  const sample = (text: string, start: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(start))
        ?.split(" ")
        .at(-1) ?? Number.NaN,
    );

  await eventually(async () => {
    const text = await metrics();
    const of = (start: string) => sample(text, start);
    expect(of('satchel_mails_total{outcome="saved"}')).toBe(1);
    expect(of('satchel_mails_total{outcome="unknownSender"}')).toBe(1);
    expect(of("satchel_mail_seconds_count")).toBe(2);
    expect(of('satchel_sent_mails_total{outcome="sent"}')).toBe(1);
    expect(of('satchel_pages_total{outcome="described",reason="none"}')).toBe(2);
    expect(of('satchel_pages_total{outcome="unreachable",reason="http-status"}')).toBe(1);
    expect(of('satchel_http_request_seconds_count{method="POST",route="/api/links/",status="201"}')).toBe(2);
    expect(of('satchel_http_request_seconds_count{method="GET",route="none",status="404"}')).toBeGreaterThanOrEqual(0);
    expect(of('satchel_command_wait_seconds_count{command="cmd.links.save",outcome="ok"}')).toBe(2);
    expect(of("satchel_event_streams")).toBe(1);
    expect(of('satchel_ready{part="links bus"}')).toBe(1);
    expect(of('satchel_queue_length{queue="enrichment",state="waiting"}')).toBe(0);
    expect(of('satchel_queue_oldest_seconds{queue="enrichment"}')).toBe(0);
    const lags = text.split("\n").filter((line) => line.startsWith('satchel_projection_lag_events{projection="links"'));
    expect(lags).toHaveLength(16);
    expect(lags.every((line) => line.endsWith("} 0"))).toBe(true);
  }, soon);
});

test("given a mail, when the page of its link is described, then one trace leads from the mail's text to the tables and the open page", async () => {
  const chain = [
    "append MailAccepted",
    "links-mail",
    "append LinkSaved",
    "enrichment",
    "append PageDescribed",
    "apply links",
    "live event",
  ];
  await eventually(() => {
    const [mail] = collector.spans.filter(
      ({ name, attributes }) => name === "SMTP DATA" && attributes.get("satchel.outcome") === "saved",
    );
    // Events that are written together have the last of them as parent, whose trace may be another one, and links to the
    // others.
    const causesOf = ({ parentSpanId, links }: StoredSpan): string[] => [
      parentSpanId,
      ...links.map((one) => one.spanId),
    ];
    const named = (name: string, cause: StoredSpan | undefined): StoredSpan | undefined =>
      collector.spans.find((span) => span.name === name && causesOf(span).includes(cause?.spanId ?? ""));
    let last = mail;
    const found = chain.filter((name) => {
      last = named(name, last);
      return last !== undefined;
    });
    expect(mail?.parentSpanId).toBe("");
    expect(found).toEqual(chain);
  }, soon);
});

test("given a call that changes something, when it is answered, then its trace goes over the command into the tables", async () => {
  await eventually(() => {
    const [call] = collector.spans.filter(({ name }) => name === "POST /api/links/");
    const names = collector.spans.flatMap(({ traceId, name }) => (traceId === call?.traceId ? [name] : []));
    expect(names).toEqual(
      expect.arrayContaining(["cmd.links.save", "append LinkSaved", "apply links", "enrichment", "read page"]),
    );
    expect(call?.attributes.get("http.response.status_code")).toBe(201);
  }, soon);
});

test("given a call with trace headers of its own, then no span or log line has them, and the call's span is the first of its trace", async () => {
  await eventually(() => {
    const calls = collector.spans.filter(({ name }) => name === "POST /api/links/");
    expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(["", ""]);
  }, soon);
  const told = [...collector.bodies, ...instance.process.stdout, ...instance.process.stderr].join("\n");
  for (const id of [TRACE, SPAN, OF_CALLER["x-request-id"]]) expect([id, told.includes(id)]).toEqual([id, false]);
});

/** Makes and uses an API token, a feed, a share and a secret address, and also wrong ones. @returns what nobody may read */
async function useSecrets(): Promise<string[]> {
  const [password, wrong] = ["share-secret-1f0c", "wrong-secret-5b61"];
  const asked = { name: "Observed", scopes: ["read"] };
  const { token } = await anna.json<CreatedApiToken>("POST", "/api/users/me/tokens", asked);
  const everything = { name: "Observed", source: { kind: "all" } };
  const feed = await anna.json<CreatedFeed>("POST", "/api/users/me/feeds", everything);
  const folder = await anna.json<Folder>("POST", "/api/folders/", { name: "Observed" });
  const source = { kind: "folder", folder_id: folder.id };
  const share = await anna.json<Share>("POST", "/api/users/me/shares", { source, password });
  const { address } = await anna.json<SecretAddress>("POST", "/api/newsletters/addresses", {
    name: "N",
    folder_id: null,
  });

  const statusOf = async (at: string, init: RequestInit = {}): Promise<number> => (await fetch(at, init)).status;
  const { url } = instance;
  const enter = (tried: string): RequestInit => ({ method: "POST", body: new URLSearchParams({ password: tried }) });
  expect(await statusOf(`${url}/api/links/`, { headers: { authorization: `Bearer ${token}` } })).toBe(200);
  expect(await statusOf(`${url}/opds/token/${token}`)).toBe(200);
  expect(await statusOf(`${url}/api/links/${token}`)).toBe(401);
  expect(await statusOf(feed.atom_url)).toBe(200);
  expect(await statusOf(`${feed.atom_url}x`)).toBe(404);
  expect(await statusOf(share.url, enter(wrong))).toBe(403);
  expect(await statusOf(share.url, enter(password))).toBe(200);
  expect(await sendMail(instance, { from: "news@post.example", to: address, text: "Hello" })).toMatch(/^250/);
  await expect(sendMail(instance, { from: "news@post.example", to: `x${address}`, text: "Hello" })).rejects.toThrow(
    /550/,
  );

  const nameIn = (at: string): string => new URL(at).pathname.split("/")[2] ?? "";
  const feedSecret = nameIn(feed.atom_url).slice(0, 80);
  const found = [token.slice(-43), feedSecret, nameIn(share.url), address.split("@")[0] ?? "", password, wrong];
  expect(found.filter((secret) => secret.length < 10)).toEqual([]);
  return found;
}

test("given addresses, codes, tokens, titles and links of users, then metrics, traces and logs have none of them", async () => {
  const secrets = await useSecrets();
  const { stdout, stderr } = instance.process;
  const told = {
    metrics: await metrics(),
    traces: collector.bodies.join("\n"),
    logs: [...stdout, ...stderr].join("\n"),
  };
  const refresh = `${anna.token.split(".")[2]}`;

  expect(told.logs).toContain('"level":"debug"');
  expect(told.logs).toContain("a page can't be fetched");
  for (const secret of [ADDRESS, TITLE, SAID, code, anna.token, refresh, ...secrets]) {
    for (const [where, text] of Object.entries(told)) {
      expect([where, text.split("\n").filter((line) => line.includes(secret))]).toEqual([where, []]);
    }
  }
  // Ids of people are in logs alone, where they are needed to follow a story.
  expect(told.metrics + told.traces).not.toContain(userId);
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rulesOf = async (): Promise<Rule[]> => {
  const { groups } = parse(await readFile(join(root, "deploy/prometheus/alerts.yml"), "utf8")) as {
    groups: { rules: Rule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
};

/** Every `expr` in a dashboard, wherever it stands. */
function expressionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "expr" && typeof inner === "string" ? [inner] : expressionsIn(inner),
  );
}

test("given the expressions of alerts and dashboard, then they are valid PromQL about exported metrics", async () => {
  const dashboard = JSON.parse(await readFile(join(root, "deploy/grafana/satchel.json"), "utf8")) as unknown;
  const expressions = [...(await rulesOf()).map(({ expr }) => expr), ...expressionsIn(dashboard)];
  const told = new Set(["up"]);
  for (const [name, samples] of familiesOf(await metrics())) {
    told.add(name);
    for (const sample of samples) told.add(/^\w+/.exec(sample)?.[0] ?? name);
  }

  expect(expressions.length).toBeGreaterThan(40);
  for (const expression of expressions) {
    // Grafana puts an interval in its place.
    const found = metricsIn(expression.replaceAll("$__rate_interval", "5m"));
    expect([expression, found.filter((name) => !told.has(name))]).toEqual([expression, []]);
    expect(found.length).toBeGreaterThan(0);
  }
  expect(() => metricsIn("sum(rate(satchel_mails_total[5m])")).toThrow();
});

test("given the alerts, then each has a documented paragraph, and no paragraph is about a missing alert", async () => {
  const page = await readFile(join(root, "docs/operations/alerts.md"), "utf8");
  const headings = [...page.matchAll(/^## (\w+)\n\n\S/gm)].map(([, name]) => name);
  const rules = await rulesOf();

  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
    expect(annotations.summary).not.toBe("");
  }
});
