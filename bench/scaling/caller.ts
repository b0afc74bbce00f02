import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_KEY, STALE } from "@satchel/contracts";
import { Agent, type buildConnector, request } from "undici";
import { againAfter, ANSWER_MS, type CallToRepeat } from "./repeat-rule.ts";
import type { Tally } from "./tally.ts";

export interface Call extends CallToRepeat {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  /** A form is sent as one. */
  readonly body?: unknown;
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Where the next page of a list begins. */
  readonly cursor: string | undefined;
  /** Whether the tables may not show the caller's own write yet. */
  readonly isStale: boolean;
}

/** A call that failed after all repetitions that the rules allow. */
export class CallFailed extends Error {}

/** A client of the API that repeats exactly the calls that docs/api allows to repeat. */
export class Caller {
  readonly #origin: string;
  readonly #tally: Tally;
  readonly #agent: Agent;
  readonly #headers: Readonly<Record<string, string>>;
  /** Answers with the header of lagging tables. */
  stale = 0;

  /**
   * @param connect where connections go, and whose certificates are right, where that is not the origin's affair
   * @param headers of every call: what a proxy would add
   */
  constructor(
    origin: string,
    tally: Tally,
    connect: buildConnector.BuildOptions = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#origin = origin;
    this.#tally = tally;
    this.#headers = headers;
    const timeouts = { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };
    this.#agent = new Agent({ connections: 64, pipelining: 1, connect, ...timeouts });
  }

  /** @throws {CallFailed} */
  async call(call: Call): Promise<Answer> {
    const what = `${call.method} ${call.path
      .replace(/\?.*/, "")
      .replaceAll(/[0-9a-f-]{36}/g, ":id")
      .replace(/\d+$/, ":id")}`;
    const began = Date.now();
    const failures: string[] = [];
    for (let attempts = 1; ; attempts++) {
      const outcome = await this.#attempt(call);
      if ("status" in outcome && outcome.status < 300) {
        this.#tally.add({ what, isDone: true, failures, took: Date.now() - began });
        if (outcome.isStale) this.stale++;
        return outcome;
      }
      failures.push("status" in outcome ? `${outcome.status} ${JSON.stringify(outcome.body)}` : outcome.broken);
      const again = againAfter(call, "status" in outcome ? outcome : {}, attempts, Date.now() - began);
      if (again === undefined) {
        this.#tally.add({ what, isDone: false, failures, took: Date.now() - began });
        throw new CallFailed(`${what}: ${failures.join(", then ")}`);
      }
      await delay(again);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #attempt(call: Call): Promise<(Answer & { retryAfter: string | undefined }) | { broken: string }> {
    const { method, path, body, token, key } = call;
    const isForm = body instanceof URLSearchParams;
    try {
      const answer = await request(this.#origin + path, {
        dispatcher: this.#agent,
        method,
        headers: {
          ...this.#headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { [IDEMPOTENCY_KEY]: key }),
          ...(body === undefined
            ? {}
            : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
        },
        ...(body === undefined ? {} : { body: isForm ? body.toString() : JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      const { "retry-after": after, "x-next-cursor": cursor, [STALE]: stale } = answer.headers;
      return {
        status: answer.statusCode,
        body: isJson(answer.headers["content-type"]) ? JSON.parse(text) : text || undefined,
        cursor: typeof cursor === "string" ? cursor : undefined,
        isStale: stale !== undefined,
        retryAfter: typeof after === "string" ? after : undefined,
      };
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      return { broken: code ?? message ?? String(error) };
    }
  }
}

/** A proxy's own errors are pages or empty. */
const isJson = (type: string | string[] | undefined): boolean => typeof type === "string" && /\bjson\b/.test(type);
