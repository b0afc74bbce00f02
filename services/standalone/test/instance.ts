import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, freePort, type SpawnedProgram, spawnProgram, tempDir } from "@satchel/testing";
import nodemailer from "nodemailer";

/** A whole Satchel, run as a process of its own. */
export interface Instance {
  readonly url: string;
  readonly smtpPort: number;
  readonly dataDir: string;
  readonly process: SpawnedProgram;
}

const MAIN = new URL("../src/main.ts", import.meta.url);
const START_MS = 300_000;

/** The ports and the data of an instance. */
export type Place = Pick<Instance, "url" | "smtpPort" | "dataDir">;

/** Starts an instance on ports and data of its own, or on those of `before`, and waits until it is ready. */
export async function startInstance(env: Record<string, string> = {}, before?: Place): Promise<Instance> {
  const instance = await launchInstance(env, before);
  await instance.process.waitForLine(/Satchel is ready/, START_MS);
  return instance;
}

/** Starts an instance as {@link startInstance} does, and does not wait for it. */
export async function launchInstance(env: Record<string, string> = {}, before?: Place): Promise<Instance> {
  const dataDir = before?.dataDir ?? (await tempDir());
  const port = before === undefined ? await freePort() : Number(new URL(before.url).port);
  const smtpPort = before?.smtpPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const process = await spawnProgram(MAIN, {
    env: {
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      // Tests choose the address of a call's client: see `fromSomewhere`.
      TRUST_PROXY: "127.0.0.1",
      ...env,
    },
  });
  return { url, smtpPort, dataDir, process };
}

/**
 * A header by which a call has a network of its own: limits count by network, and all users of a test run are on this
 * machine.
 */
export const fromSomewhere = (): { readonly "x-forwarded-for": string } => ({
  "x-forwarded-for": `2001:db8:${randomBytes(4).toString("hex").replace(/^.{4}/, "$&:")}::1`,
});

/** Sends a mail to the save address. @returns the server's answer. @throws its refusal */
export async function sendMail(
  { smtpPort }: Pick<Instance, "smtpPort">,
  mail: {
    from: string;
    to?: string;
    subject?: string;
    text: string;
    messageId?: string;
    headers?: Record<string, string>;
  },
): Promise<string> {
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port: smtpPort, secure: false, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({ to: "save@localhost", subject: "A link", ...mail });
    return response;
  } finally {
    transport.close();
  }
}

/** The newest code that was mailed to an address. */
export async function mailedCode({ dataDir }: Pick<Instance, "dataDir">, email: string): Promise<string> {
  return eventually(async () => {
    const folder = join(dataDir, "outbox");
    for (const name of (await readdir(folder))
      .filter((file) => file.endsWith(".eml"))
      .sort()
      .reverse()) {
      const mail = await readFile(join(folder, name), "utf8");
      const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
      if (mail.includes(email) && code !== undefined) return code;
    }
    throw new Error(`no code was mailed to ${email}`);
  });
}

/** A signed-in user as a program: every call with the bearer token, JSON in and out. */
export class Client {
  readonly #url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Sends a file, to be kept as an item (docs/api/files.md). */
  async sendFile(name: string, content: string | Uint8Array, folder?: number): Promise<Response> {
    const query = new URLSearchParams({ name, ...(folder === undefined ? {} : { folder_id: String(folder) }) });
    return fetch(`${this.#url}/api/links/files?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/octet-stream" },
      body: Buffer.from(content as string),
    });
  }

  /** Changes the text of a note. @param version that was changed */
  async sendText({ id }: { readonly id: string }, version: string, text: string | Uint8Array): Promise<Response> {
    return fetch(`${this.#url}/api/links/${id}/text?version=${version}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${this.token}`, "content-type": "text/plain; charset=utf-8" },
      body: Buffer.from(text as string),
    });
  }

  /** The body of an answer that must be a success. */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.call(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
}

/** Signs in with a mailed code, registering where there is no account. */
export async function signIn(instance: Pick<Instance, "url" | "dataDir">, email: string): Promise<Client> {
  const from = fromSomewhere();
  const post = (path: string, body: unknown) =>
    fetch(instance.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...from },
      body: JSON.stringify(body),
    });
  const registered = await post("/api/auth/register", { email });
  if (!registered.ok) throw new Error(`register: ${registered.status} ${await registered.text()}`);
  const verified = await post("/api/auth/verify-email", { email, code: await mailedCode(instance, email) });
  if (!verified.ok) throw new Error(`verify: ${verified.status} ${await verified.text()}`);
  const { access_token } = (await verified.json()) as { access_token: string };
  return new Client(instance.url, access_token);
}
