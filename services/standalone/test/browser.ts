import { fromSomewhere, type Instance } from "./instance.ts";
import { codesTo, next } from "./mailbox.ts";

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A browser's handling of calls: it keeps cookies, and sends headers about their origin. */
export class Browser {
  readonly #instance: Pick<Instance, "url" | "dataDir">;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(instance: Pick<Instance, "url" | "dataDir">, headers: Readonly<Record<string, string>> = {}) {
    this.#instance = instance;
    this.#headers = { "sec-fetch-site": "same-origin", ...fromSomewhere(), ...headers };
  }

  /** Its cookies by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Calls with a body as JSON, or with a form's fields as a form sends them. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(this.#instance.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...this.#headers,
        ...(this.#cookies.size === 0 ? {} : { cookie: this.cookieHeader }),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0\b/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text), headers: answer.headers };
  }

  /** Requests a code. @returns the mailed one */
  async askForCode(email: string, path = "/api/auth/register"): Promise<string> {
    const before = (await codesTo(this.#instance, email)).length;
    const { status, body } = await this.call("POST", path, { email });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return next(codesTo, this.#instance, email, before);
  }

  /** Signs in by a mailed code, whether or not the account has a password. */
  async signIn(email: string): Promise<this> {
    const code = await this.askForCode(email, "/api/auth/resend-code");
    const { status, body } = await this.call("POST", "/api/auth/verify-email", { email, code });
    if (status !== 200) throw new Error(`verify-email: ${status} ${JSON.stringify(body)}`);
    return this;
  }

  /** Signs in by password. @returns any answer */
  signInWithPassword(email: string, password?: string, more: Record<string, string> = {}): Promise<Answer> {
    const fields = { username: email, ...(password === undefined ? {} : { password }), ...more };
    return this.call("POST", "/api/auth/token", new URLSearchParams(fields));
  }

  /** Whether it is signed in. */
  async isIn(): Promise<boolean> {
    const { body } = await this.call("GET", "/api/users/me/status");
    return (body as { authenticated: boolean }).authenticated;
  }
}
