import type { CreatedApiToken, Link, LinkId, TokenScope, UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { strFromU8, unzipSync } from "fflate";
import { decodeJwt } from "jose";
import type { Client, TestSystem } from "./gateway.ts";
import { handOver } from "./hand-over.ts";

/** Somebody with an archive whose articles go to e-readers. */
export interface Reader extends Client {
  readonly userId: UserId;
  /** Saves a link; nothing is kept of its page. */
  readonly save: (title: string, more?: object) => Promise<Link>;
  /** Saves a link with a kept article that has `text`. */
  readonly keep: (title: string, more?: object, text?: string) => Promise<Link>;
  readonly newToken: (scopes?: TokenScope[]) => Promise<CreatedApiToken>;
}

/** Makes people for the tests of one file. @param prefix of their addresses */
export function readersOf(system: TestSystem, prefix: string): () => Promise<Reader> {
  let people = 0;
  return async () => {
    const client = await system.signIn(`${prefix}${++people}@satchel.example`);
    const userId = decodeJwt(client.accessToken).sub as UserId;
    const save = async (title: string, more: object = {}): Promise<Link> => {
      const url = `https://example.org/${encodeURIComponent(title)}`;
      return (await (await client.call("POST", "/api/links/", { url, title, ...more })).json()) as Link;
    };
    const keep = async (title: string, more: object = {}, text = ""): Promise<Link> => {
      const link = await save(title, more);
      await handOver(system, userId, link.id, pageOf(title, text));
      return kept(client, link.id);
    };
    return {
      ...client,
      userId,
      save,
      keep,
      newToken: async (scopes = ["read"]) =>
        (await (
          await client.call("POST", "/api/users/me/tokens", { name: "E-reader", scopes })
        ).json()) as CreatedApiToken,
    };
  };
}

const kept = (client: Client, id: LinkId): Promise<Link> =>
  eventually(async () => {
    const link = (await (await client.call("GET", `/api/links/${id}`)).json()) as Link;
    if ((link.copy?.words ?? 0) === 0) throw new Error("no copy yet");
    return link;
  });

const pageOf = (title: string, text: string): string =>
  `<html lang="en"><title>${title}</title><article><p>${text} ${"Words of an article. ".repeat(80)}</article>`;

/** The texts of a book's articles, in their order. */
export async function articlesOf(answer: Response): Promise<string[]> {
  const files = filesOf(await answer.arrayBuffer());
  return Object.entries(files)
    .filter(([name]) => /article-\d+\.xhtml$/.test(name))
    .map(([, text]) => text);
}

/** The files of a book as texts. */
export const filesOf = (bytes: ArrayBuffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, file]) => [name, strFromU8(file)]));

/** The titles of a book's articles, in their order. */
export const titlesOf = async (answer: Response): Promise<string[]> =>
  (await articlesOf(answer)).map((text) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1] ?? "");
