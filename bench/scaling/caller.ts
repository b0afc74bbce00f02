import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_KEY, STALE } from "@satchel/contracts";
import { Agent, request } from "undici";
import { againAfter, ANSWER_MS, type Repeatable } from "./repeat-rule.ts";
import type { Tally } from "./tally.ts";

export interface Call extends Repeatable {
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
  /** The tables may not show the caller's own write yet. */
  readonly isStale: boolean;
}

/** A call that came to no success although it was repeated as often as it may be. */
export class CallFailed extends Error {}

/** Calls the API as a well-behaved client does, and repeats what docs/api lets it repeat, and nothing else. */
export class Caller {
  readonly #origin: string;
  readonly #tally: Tally;
  readonly #agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  /** Answers that said that the tables lag. */
  stale = 0;

  constructor(origin: string, tally: Tally) {
    this.#origin = origin;
    this.#tally = tally;
  }

  /** @throws {CallFailed} */
  async call(call: Call): Promise<Answer> {
    const what = `${call.method} ${call.path
      .replace(/\?.*/, "")
      .replaceAll(/[0-9a-f-]{36}/g, ":id")
      .replace(/\d+$/, ":id")}`;
    const began = Date.now();
    const heard: string[] = [];
    for (let tries = 1; ; tries++) {
      const outcome = await this.#attempt(call);
      if ("status" in outcome && outcome.status < 300) {
        this.#tally.note({ what, isDone: true, heard, took: Date.now() - began });
        if (outcome.isStale) this.stale++;
        return outcome;
      }
      heard.push("status" in outcome ? `${outcome.status} ${JSON.stringify(outcome.body)}` : outcome.broken);
      const again = againAfter(call, "status" in outcome ? outcome : {}, tries, Date.now() - began);
      if (again === undefined) {
        this.#tally.note({ what, isDone: false, heard, took: Date.now() - began });
        throw new CallFailed(`${what}: ${heard.join(", then ")}`);
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
        body: text === "" ? undefined : JSON.parse(text),
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
