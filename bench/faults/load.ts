import { setTimeout as sleep } from "node:timers/promises";
import type { LinkId, UserId } from "@satchel/contracts";
import { fromSomewhere, mailedCode } from "../../services/standalone/test/instance.ts";
import { Sender } from "../../services/standalone/test/sender.ts";
import { call, type Answer } from "./call.ts";
import type { System } from "./system.ts";

/** The kinds of calls of the users. */
export const kinds = ["sign-in", "save", "change", "list", "folder", "mail"] as const;
export type Kind = (typeof kinds)[number];

/** One call and its outcome. */
export interface Call {
  readonly kind: Kind;
  /** When it began, in milliseconds of `performance.now`, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** `ok`, or a status with its text, or how the connection ended. */
  readonly outcome: string;
}

/** A write of a URL, a title, a name or an address, each of which is used once. */
export interface Write {
  readonly kind: Exclude<Kind, "list">;
  readonly key: string;
  readonly acknowledged: boolean;
  /** The link that was saved or changed, if the answer has it. */
  readonly linkId?: LinkId;
  /** Of a sign-in that was acknowledged. */
  readonly token?: string;
}

/** Milliseconds between two calls of a kind: at least, and up to how many more. */
const PAUSES: Record<Kind, readonly [number, number]> = {
  "sign-in": [500, 1000],
  save: [150, 300],
  change: [150, 300],
  list: [150, 300],
  folder: [200, 400],
  mail: [200, 400],
};

/** Milliseconds between two looks for a link that can be changed: each is changed once. */
const WAIT_MS = 20;

/** A steady small load by one user with an archive and others who sign in. It records the acknowledged writes. */
export class Load {
  readonly calls: Call[] = [];
  readonly writes: Write[] = [];
  readonly user: Account;
  readonly #system: System;
  readonly #name: string;
  readonly #random: () => number;
  readonly #running: Promise<unknown>;
  readonly #sender: Sender;
  #unchanged: LinkId[] = [];
  #stopped = false;
  #counter = 0;

  /** Creates the user. @param name a new name */
  static async start(system: System, name: string, random: () => number): Promise<Load> {
    const { outcome, token } = await signIn(system, `${name}@post.example`);
    if (token === undefined) throw new Error(`the user of the load can't sign in: ${outcome}`);
    return new Load(system, name, random, accountOf(`${name}@post.example`, token));
  }

  private constructor(system: System, name: string, random: () => number, user: Account) {
    this.#system = system;
    this.#name = name;
    this.#random = random;
    this.user = user;
    this.#sender = new Sender(system.smtpPort, "save@localhost");
    this.#running = Promise.all(kinds.map((kind) => this.#repeat(kind)));
  }

  /** Resolves when the last call was answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    this.#sender.close();
  }

  async #repeat(kind: Kind): Promise<void> {
    const [least, more] = PAUSES[kind];
    while (!this.#stopped) {
      if (kind === "change" && this.#unchanged.length === 0) {
        await sleep(WAIT_MS);
        continue;
      }
      const at = performance.now();
      const outcome = await this.#do(kind, `${this.#name}-${++this.#counter}`);
      this.calls.push({ kind, at, ms: performance.now() - at, outcome });
      await sleep(least + this.#random() * more);
    }
  }

  #do(kind: Kind, name: string): Promise<string> {
    if (kind === "sign-in") return this.#signIn(`${name}@post.example`);
    if (kind === "save") return this.#save(`${this.#system.site}/saved/${name}`);
    if (kind === "change") return this.#change(`Title ${name}`);
    if (kind === "folder") return this.#makeFolder(name);
    if (kind === "mail") return this.#mail(`${this.#system.site}/mailed/${name}`);
    return this.#call("GET", "/api/links/").then(({ outcome }) => outcome);
  }

  #call(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.#system.url, method, path, { token: this.user.token, body });
  }

  #record(write: Write): void {
    this.writes.push(write);
  }

  async #signIn(address: string): Promise<string> {
    const { outcome, token } = await signIn(this.#system, address);
    const more = token === undefined ? {} : { token };
    this.#record({ kind: "sign-in", key: address, acknowledged: token !== undefined, ...more });
    return outcome;
  }

  async #save(url: string): Promise<string> {
    const { outcome, body } = await this.#call("POST", "/api/links/", { url });
    const linkId = (body as { id?: LinkId } | undefined)?.id;
    if (linkId !== undefined) this.#unchanged.push(linkId);
    this.#record({
      kind: "save",
      key: url,
      acknowledged: outcome === "ok",
      ...(linkId === undefined ? {} : { linkId }),
    });
    return outcome;
  }

  async #change(title: string): Promise<string> {
    const linkId = this.#unchanged.shift() as LinkId;
    const { outcome } = await this.#call("PATCH", `/api/links/${linkId}`, { title });
    this.#record({ kind: "change", key: title, acknowledged: outcome === "ok", linkId });
    return outcome;
  }

  async #makeFolder(name: string): Promise<string> {
    const { outcome } = await this.#call("POST", "/api/folders/", { name });
    this.#record({ kind: "folder", key: name, acknowledged: outcome === "ok" });
    return outcome;
  }

  async #mail(url: string): Promise<string> {
    const mail = `From: ${this.user.address}\r\nMessage-ID: <${url.replaceAll(/[/:]/g, ".")}@post.example>\r\n\r\n${url}`;
    const answer = await this.#sender.attempt(mail);
    const acknowledged = answer.startsWith("250 ");
    this.#record({ kind: "mail", key: url, acknowledged });
    return acknowledged ? "ok" : answer;
  }
}

/** A user who has signed in. */
export interface Account {
  readonly address: string;
  readonly token: string;
  readonly userId: UserId;
}

/** The account of an access token (RFC 7519 section 4.1.2). */
export function accountOf(address: string, token: string): Account {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as { sub: UserId };
  return { address, token, userId: claims.sub };
}

/** Signs in with a mailed code, registering where there is no account, up to the first page that needs the session. */
export async function signIn(system: System, email: string): Promise<{ outcome: string; token?: string }> {
  const headers = fromSomewhere();
  const registered = await call(system.url, "POST", "/api/auth/register", { headers, body: { email } });
  if (registered.outcome !== "ok") return { outcome: `register: ${registered.outcome}` };
  const code = await mailedCode(system, email).catch(() => undefined);
  if (code === undefined) return { outcome: "no code came within 5 s" };
  const verified = await call(system.url, "POST", "/api/auth/verify-email", { headers, body: { email, code } });
  if (verified.outcome !== "ok") return { outcome: `verify: ${verified.outcome}` };
  const { access_token: token } = verified.body as { access_token: string };
  const { outcome } = await call(system.url, "GET", "/api/users/me", { token });
  return { outcome: outcome === "ok" ? outcome : `first page: ${outcome}`, token };
}
