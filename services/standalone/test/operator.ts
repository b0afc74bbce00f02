import { expect } from "vitest";

/** The operator's browser: keeps the cookie and follows what it is told. */
export class Operator {
  readonly #url: string;
  readonly #token: string;
  #cookie = "";

  /** @param url of the operator's page */
  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async call(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await fetch(this.#url + path, {
      redirect: "manual",
      headers: { ...(this.#cookie === "" ? {} : { cookie: this.#cookie }), origin: this.#url, ...headers },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(";")[0] ?? "";
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }

  async signIn(): Promise<this> {
    expect((await this.call("/admin/sign-in", { token: this.#token })).status).toBe(303);
    return this;
  }

  async csrf(): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec((await this.call("/admin")).body)?.[1] ?? "none";
  }

  /** Presses a button of the page; gives what is said of it. */
  async press(action: string, fields: Record<string, string> = {}): Promise<string> {
    const answer = await this.call(action, { csrf: await this.csrf(), ...fields });
    const { body } = await this.call(answer.headers.get("location") ?? "/none");
    return /role="status">([^<]*)</.exec(body)?.[1] ?? `${answer.status} ${answer.body}`;
  }
}
