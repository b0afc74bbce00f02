import { eventually, repetitions } from "@satchel/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callsOf,
  type DocumentedCall,
  fieldsOf,
  hostileRaw,
  hostileTexts,
  hostileValue,
  sampleOf,
} from "../test/hostile.ts";
import { type Client, fromSomewhere, startInstance, signIn } from "../test/instance.ts";

const instance = await startInstance();
const [owner, caller] = [await signIn(instance, "owner@post.example"), await signIn(instance, "caller@post.example")];
const document = (await (await fetch(`${instance.url}/api/openapi.json`)).json()) as Parameters<typeof callsOf>[0];

/**
 * Calls that are right with any input whatever and take away what the others are made with: an account, a session. And
 * the one whose answer has no end.
 */
const LEFT_OUT = ["deleteUser", "logout", "streamEvents"];
const calls = callsOf(document).filter(({ id }) => !LEFT_OUT.includes(id));
const withBody = calls.filter(({ body, mediaType }) => body !== undefined && mediaType === "application/json");

/** One seed for all: it is told on failure, and taken from HOSTILE_SEED to see the same again. */
const seed = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);
const bounds = (numRuns: number, milliseconds: number) => ({
  seed,
  numRuns,
  interruptAfterTimeLimit: milliseconds,
});

/** Everything that is kept about an account, without what a call itself may add: when a session was last used. */
async function everythingOf(client: Client): Promise<Record<string, unknown> & { events: unknown[] }> {
  const { sessions: _, ...kept } = await client.json<Record<string, unknown> & { events: unknown[] }>(
    "GET",
    "/api/users/me/export",
  );
  return kept as typeof kept & { events: unknown[] };
}

let before: unknown;
beforeAll(async () => {
  await owner.json("POST", "/api/links/", { url: "https://example.org/mine", title: "Mine", tags: ["one"] });
  await owner.json("POST", "/api/folders/", { name: "Mine" });
  await owner.json("POST", "/api/sender-emails/", { email: "more@post.example" });
  await eventually(
    async () => {
      const links = await owner.json<{ enrichment: { state: string } }[]>("GET", "/api/links/");
      return links.every(({ enrichment }) => enrichment.state !== "pending");
    },
    { timeout: 240_000 },
  );
  before = await everythingOf(owner);
});

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly type?: string;
  readonly body?: string;
}

/** Sends a call and judges its answer. @returns the status */
async function send(call: DocumentedCall, { path = {}, query = "", type, body }: Sent): Promise<number> {
  const filled = call.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => path[name] ?? "00000000-0000-4000-8000-000000000000",
  );
  const answer = await fetch(`${instance.url}${filled}${query}`, {
    method: call.method,
    redirect: "manual",
    headers: {
      ...fromSomewhere(),
      ...(call.isPublic ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(type === undefined || type === "" ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body: type === "" ? Buffer.from(body) : body }),
  });
  const text = await answer.text();
  const told = `${call.id}: ${answer.status} ${text.slice(0, 300)}`;
  if (answer.status >= 500) throw new Error(`a fault of ours: ${told}`);
  if (answer.status >= 400) {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail !== "string" || detail === "") throw new Error(`no detail: ${told}`);
  }
  return answer.status;
}

const isRefusal = (status: number): boolean => status >= 400;

/** A copy of a body with one field set, or left out where the value is `undefined`. */
function withField(sample: unknown, [name = "", ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const base = typeof sample === "object" && sample !== null ? (sample as Record<string, unknown>) : {};
  if (rest.length > 0) return { ...base, [name]: withField(base[name], rest, value) };
  const { [name]: _, ...others } = base;
  return value === undefined ? others : { ...others, [name]: value };
}

const json = (body: unknown): Sent => ({ type: "application/json", body: JSON.stringify(body) });

describe("whatever is sent", () => {
  test("each field of each body, missing or of a wrong type, is refused and changes nothing", async () => {
    const start = await everythingOf(caller);
    const accepted: string[] = [];
    for (const call of withBody) {
      const sample = sampleOf(call.body ?? {});
      for (const field of call.body?.required ?? []) {
        if (!isRefusal(await send(call, json(withField(sample, [field], undefined)))))
          accepted.push(`${call.id} ${field}`);
      }
      for (const field of fieldsOf(call.body)) {
        // An object with a name that nothing has is no string, number, flag, list, nor any object of the contracts.
        if (!isRefusal(await send(call, json(withField(sample, field, { "\u0000": [] }))))) {
          accepted.push(`${call.id} ${field.join(".")}`);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect(await everythingOf(caller)).toEqual(start);
  });

  test("any value in any field of any body is answered without a fault of ours", async () => {
    const cases = fc.constantFrom(...withBody).chain((call) => {
      const fields = fieldsOf(call.body);
      return fc.record({
        call: fc.constant(call),
        field: fields.length === 0 ? fc.constant<readonly string[]>(["any"]) : fc.constantFrom(...fields),
        value: hostileValue,
      });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ call, field, value }) => {
        await send(call, json(withField(sampleOf(call.body ?? {}), field, value)));
      }),
      bounds(repetitions(250, 1500), 15_000),
    );
  });

  test("a body that is no JSON, or JSON of another kind than it says, is answered without a fault of ours", async () => {
    const unsafe = calls.filter(({ method }) => method !== "GET");
    const cases = fc
      .constantFrom(...unsafe)
      .chain((call) => fc.record({ call: fc.constant(call), raw: hostileRaw(sampleOf(call.body ?? {})) }));
    await fc.assert(
      fc.asyncProperty(cases, async ({ call, raw }) => {
        await send(call, { type: raw.type, body: raw.text });
      }),
      bounds(repetitions(100, 600), 8000),
    );
  });

  test("any path and query is answered without a fault of ours", async () => {
    const segment = fc.oneof(
      fc.constantFrom(...hostileTexts.filter((text) => text.isWellFormed() && text.length < 10_000)),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 }),
    );
    const encoded = fc.oneof(
      segment.map((text) => encodeURIComponent(text)),
      fc.constantFrom("%", "%ff", "%ED%A0%80", "%00", "..%2f..", "a".repeat(2000)),
    );
    const cases = fc.record({
      call: fc.constantFrom(...calls.filter(({ pathNames, queryNames }) => pathNames.length + queryNames.length > 0)),
      place: encoded,
      queries: fc.array(fc.tuple(fc.nat(), encoded), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ call, place, queries }) => {
        const path = Object.fromEntries(call.pathNames.map((name) => [name, place]));
        const names = [...call.queryNames, "unknown", "size[]", "__proto__"];
        const query = queries.map(([n, value]) => `${names[n % names.length]}=${value}`).join("&");
        await send(call, { path, query: `?${query}` });
      }),
      bounds(repetitions(150, 800), 10_000),
    );
  });

  afterAll(async () => {
    expect(await everythingOf(owner), `another account changed; HOSTILE_SEED=${seed}`).toEqual(before);
    expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
  });
});
