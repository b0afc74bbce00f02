import { type CreatedApiToken, type Link, TOKEN_SCOPES, type TokenScope } from "@satchel/contracts";
import { expect } from "vitest";
import { caller, type Client, type TestSystem } from "./gateway.ts";

/** A bookmark as linkding's apps get it. */
export interface Bookmark {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly tag_names: string[];
  readonly date_added: string;
  readonly date_modified: string;
  readonly [name: string]: unknown;
}

/** A part of a list. */
export interface Page<T = Bookmark> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: T[];
}

/** An app that speaks linkding's API, with a token of its owner. */
export interface App {
  readonly owner: Client;
  readonly token: string;
  /** Calls the door with a JSON body. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** The same, for the body of an answer that has to be of the status. */
  readonly ask: <T = Bookmark>(method: string, path: string, status: number, body?: unknown) => Promise<T>;
  /** Sends a form, in parts or in one line. */
  readonly form: (method: string, path: string, body: FormData | URLSearchParams) => Promise<Response>;
}

/** The apps of people of a system, each a new one or a further one of the same owner. */
export function linkdingApps(system: TestSystem, name: string) {
  let people = 0;
  const appOf = async (owner: Client, scopes: readonly TokenScope[] = TOKEN_SCOPES): Promise<App> => {
    const made = await owner.call("POST", "/api/users/me/tokens", { name: "Phone", scopes });
    const { token } = (await made.json()) as CreatedApiToken;
    const authorization = `Token ${token}`;
    const by = caller(system.url, { authorization });
    const call: App["call"] = (method, path, body) => by(method, `/linkding/api${path}`, body);
    return {
      owner,
      token,
      call,
      ask: async <T>(method: string, path: string, status: number, body?: unknown): Promise<T> => {
        const answer = await call(method, path, body);
        const text = await answer.text();
        expect([method, path, answer.status, text]).toEqual([method, path, status, text]);
        return (text === "" ? undefined : JSON.parse(text)) as T;
      },
      form: (method, path, body) =>
        fetch(`${system.url}/linkding/api${path}`, { method, headers: { authorization }, body }),
    };
  };
  const newApp = async (scopes?: readonly TokenScope[]): Promise<App> =>
    appOf(await system.signIn(`${name}${++people}@satchel.example`), scopes);
  return { appOf, newApp };
}

/** The link of an address in the archive of an app's owner. */
export const linkOf = async ({ owner }: App, address: string): Promise<Link> => {
  const answer = await owner.call("GET", `/api/links/lookup?url=${encodeURIComponent(address)}`);
  return ((await answer.json()) as { link: Link }).link;
};
