import { createHash, randomBytes } from "node:crypto";
import type { ConnectionTokens } from "@satchel/contracts";
import type { Answer, Browser } from "./browser.ts";
import { fromSomewhere, type Instance } from "./instance.ts";

/** A browser extension: no cookies, an origin of its own, and a bearer token when it is connected. */
export class Extension {
  readonly #url: string;
  readonly #headers = {
    ...fromSomewhere(),
    origin: "chrome-extension://kbfnbcaeplbcioakkpcpgfkobkghlhen",
    "sec-fetch-site": "cross-site",
  };
  readonly verifier = randomBytes(32).toString("base64url");
  readonly challenge = createHash("sha256").update(this.verifier).digest("base64url");
  token = "";
  refreshToken = "";

  constructor({ url }: Pick<Instance, "url">) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.#headers,
        ...(this.token === "" ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text), headers: answer.headers };
  }

  /** Lets its owner agree in their browser. @returns the code in the address bar */
  async askFor(owner: Browser): Promise<string> {
    const request = { challenge: this.challenge, client: "chrome" };
    const { status, body } = await owner.call("POST", "/api/auth/connections", request);
    if (status !== 201) throw new Error(`connections: ${status} ${JSON.stringify(body)}`);
    return (body as { code: string }).code;
  }

  /** Exchanges a code for tokens. @returns any answer */
  async trade(code: string, verifier = this.verifier): Promise<Answer> {
    const answer = await this.call("POST", "/api/auth/connections/token", { code, verifier });
    if (answer.status === 200) {
      const { access_token, refresh_token } = answer.body as ConnectionTokens;
      [this.token, this.refreshToken] = [access_token, refresh_token];
    }
    return answer;
  }

  async connect(owner: Browser): Promise<this> {
    const { status, body } = await this.trade(await this.askFor(owner));
    if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(body)}`);
    return this;
  }

  refresh(): Promise<Answer> {
    return this.call("POST", "/api/auth/connections/refresh", { refresh_token: this.refreshToken });
  }
}
