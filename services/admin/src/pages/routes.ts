import type { FastifyReply, FastifyRequest } from "fastify";

/** A request for a page by a signed-in operator. */
export interface PageRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: URLSearchParams;
  /** For the forms of the page. */
  readonly csrf: string;
}

export type PageHandler = (shown: PageRequest) => Promise<FastifyReply>;

/** Carries out an action. @returns the address that is shown then */
export type ActionHandler = (form: URLSearchParams, request: FastifyRequest) => Promise<string>;

/** Registers the pages and actions of the signed-in operator. */
export interface Routes {
  readonly shown: (path: string, work: PageHandler) => void;
  readonly action: (path: string, work: ActionHandler) => void;
}

export const page = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type("text/html; charset=utf-8").send(text);

/** The message that an address names with `said`; undefined for none, and for a word that is no message of the page. */
export function noticeIn(notices: Readonly<Record<string, string>>, query: URLSearchParams): string | undefined {
  const said = query.get("said") ?? "";
  return Object.hasOwn(notices, said) ? notices[said] : undefined;
}
