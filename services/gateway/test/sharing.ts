import type { Folder, Link, Share } from "@satchel/contracts";
import { expect } from "vitest";
import type { Client, TestSystem } from "./gateway.ts";

export const SHARES = "/api/users/me/shares";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export const save = async (owner: Client, title: string, more: object = {}): Promise<Link> =>
  (await (
    await owner.call("POST", "/api/links/", { url: `https://example.org/${encodeURIComponent(title)}`, title, ...more })
  ).json()) as Link;
export const folderOf = async (owner: Client, name: string, more: object = {}): Promise<Folder> =>
  (await (await owner.call("POST", "/api/folders/", { name, ...more })).json()) as Folder;
export const ofFolder = ({ id }: Folder): object => ({ source: { kind: "folder", folder_id: id } });
export const ofLink = ({ id }: Link): object => ({ source: { kind: "link", link_id: id } });

export async function share(owner: Client, body: object): Promise<Share> {
  const answer = await owner.call("POST", SHARES, body);
  expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([201, ""]);
  return (await answer.json()) as Share;
}
export async function change(owner: Client, { id }: Share, body: object): Promise<Share> {
  const answer = await owner.call("PATCH", `${SHARES}/${id}`, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Share;
}

export const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<h2><a [^>]*><bdi>([^<]*)<\/bdi>/g)].map(([, title = ""]) => title);

/** People who share, and strangers who look, at a system. */
export function sharingAt({ url, signIn }: Pick<TestSystem, "url" | "signIn">) {
  let people = 0;
  let strangers = 0;

  /** A stranger's browser, from a network of its own. */
  function stranger(at = url): (address: string, init?: RequestInit) => Promise<Response> {
    const from = `2001:db8:1:${(++strangers).toString(16)}::1`;
    return (address, init = {}) =>
      fetch(at + address.replace(/^https?:\/\/[^/]+/, ""), {
        redirect: "manual",
        ...init,
        headers: { "x-forwarded-for": from, "user-agent": FIREFOX, ...(init.headers as Record<string, string>) },
      });
  }

  const visit = (address: string, init: RequestInit = {}, at = url): Promise<Response> => stranger(at)(address, init);

  return {
    someone: (): Promise<Client> => signIn(`sharing${++people}@satchel.example`),
    stranger,
    visit,
    statusOf: async (address: string, at = url): Promise<number> => (await visit(address, {}, at)).status,
    titlesOf: async ({ url: address }: Share, page = ""): Promise<string[]> => {
      const answer = await visit(address + page);
      expect(answer.status).toBe(200);
      return titlesIn(await answer.text());
    },
  };
}
