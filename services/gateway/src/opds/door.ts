import {
  Cursor,
  EpubQuery,
  type Folder,
  type LinkId,
  OPDS_NAVIGATION,
  OPDS_PAGE_SIZE,
  SatchelError,
  texts,
  type UserId,
  UUID,
  laterTexts,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FEED_HEADERS } from "../feeds/formats.ts";
import { doorOperation, openDoor } from "../http/door.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Parts } from "../http/parts.ts";
import Type, { type Static } from "typebox";
import { sendBook } from "../epub/answer.ts";
import { listOf } from "../epub/lists.ts";
import { answerTo } from "../http/errors.ts";
import { admitApp } from "../sessions/admit-token.ts";
import { isApiToken } from "../sessions/api-token.ts";
import { basicPassword, presentedToken } from "../sessions/authorization.ts";
import type { CallerOf } from "../sessions/caller.ts";
import {
  ACQUISITION,
  bookEntry,
  DESCRIPTION,
  NAVIGATION,
  searchDescription,
  subsection,
  wholeEntry,
  writeCatalogue,
} from "./catalogue.ts";
import { words } from "./words.ts";

/** Where the catalogue is: what is typed into an e-reader, behind this server's origin. */
const PREFIX = "/opds";

/** The same for e-readers that know no passwords: the token is in the address. */
const WITH_TOKEN = `${PREFIX}/token/:token`;

const DAYS_OF_WEEK = 7;

/** All of it reads. */
const operation = doorOperation("GET", PREFIX, "read");

const ListQuery = Type.Object({ ...EpubQuery.properties, cursor: Type.Optional(Cursor) });
type ListQuery = Static<typeof ListQuery>;

/** The archive as a catalogue of OPDS 1.2 for e-readers (decision 84). They send an API token, as a password or in the path. */
export async function opdsDoor(app: FastifyInstance, parts: Parts): Promise<void> {
  for (const prefix of [PREFIX, WITH_TOKEN]) await app.register(catalogue, { ...parts, prefix });
}

async function catalogue(door: FastifyInstance, { tables, books, callerOf, site: { origin } }: Parts): Promise<void> {
  openDoor(door, sendText, () => new SatchelError("not-found", texts.server.notFound));
  door.addHook("onRequest", async (request, reply) => {
    reply.headers(FEED_HEADERS);
    await admit(callerOf, request);
  });

  const get = <P, Q>(
    path: string,
    schema: { querystring?: Type.TSchema },
    answer: (call: Call<P, Q>, reply: FastifyReply) => unknown,
  ): void => {
    door.get(path, { schema: { hide: true, ...schema } }, async (request, reply) => {
      const { session, params, query } = request;
      if (session === undefined) throw noToken();
      const { userId } = session;
      const base = origin + baseOf(request);
      const said = words[callerOf(request).locale];
      const call = { userId, request, base, said, params: params as P, query: query as Q };
      return door.userLimits.calls.run(userId, async () => answer(call, reply));
    });
    const other = () => Object.assign(new Error(laterTexts.http.method), { statusCode: 405 });
    refuseOtherMethods(door, [{ method: "GET", path }], other);
  };

  const shown = (call: Call<unknown, unknown>, rest: CatalogueParts): string => {
    const { base, request } = call;
    const self = origin + request.url;
    return writeCatalogue({ start: base, search: `${base}/search.xml`, self, updated: now(), ...rest });
  };

  get("/", {}, (call, reply) => {
    const { base, said } = call;
    const list = (name: "unread" | "week" | "newest" | "favorites", query: EpubQuery): string =>
      subsectionOf(said[name], ACQUISITION, `${base}/list${queryOf(query)}`);
    const entries = [
      list("unread", { unread_only: true }),
      list("week", { unread_only: true, days: DAYS_OF_WEEK }),
      list("newest", {}),
      list("favorites", { favorites_only: true }),
      subsectionOf(said.folders, NAVIGATION, `${base}/folders`),
      subsectionOf(said.tags, NAVIGATION, `${base}/tags`),
    ];
    return reply
      .type(NAVIGATION)
      .send(shown(call, { kind: NAVIGATION, id: "urn:satchel:catalogue", title: "Satchel", entries }));
  });

  get("/folders", {}, async (call, reply) => {
    const { userId, base, said } = call;
    const rows = (await tables.listFolders(userId)).flatMap((folder) => rowsOf(folder));
    const entries = rows
      .slice(0, OPDS_NAVIGATION)
      .map(({ id, name, about }) =>
        subsectionOf([name, about], ACQUISITION, `${base}/list${queryOf({ folder_id: id })}`),
      );
    const [title] = said.folders;
    return reply
      .type(NAVIGATION)
      .send(shown(call, { kind: NAVIGATION, id: "urn:satchel:folders", title, up: base, entries }));
  });

  get("/tags", {}, async (call, reply) => {
    const { userId, base, said } = call;
    const tags = (await tables.listTags(userId)).slice(0, OPDS_NAVIGATION);
    const entries = tags.map(({ name, count }) =>
      subsectionOf(
        [name, String(count)],
        ACQUISITION,
        `${base}/list${queryOf({ q: `tag:"${name.replaceAll('"', " ")}"` })}`,
      ),
    );
    const [title] = said.tags;
    return reply
      .type(NAVIGATION)
      .send(shown(call, { kind: NAVIGATION, id: "urn:satchel:tags", title, up: base, entries }));
  });

  get<unknown, ListQuery>("/list", { querystring: ListQuery }, async (call, reply) => {
    const { userId, base, said, query } = call;
    const { cursor, ...list } = query;
    const { filters, name } = await listOf(tables, userId, list, Date.now());
    await tables.searchReachesLinks(userId);
    // Without words, the order of a search is that of lists.
    const q = ["kept:yes", filters.q].filter((one) => one !== undefined).join(" ");
    const page = await tables.listLinks(userId, {
      ...filters,
      q,
      size: OPDS_PAGE_SIZE,
      ...(list.q === undefined ? { sort: "newest" as const } : {}),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const links = page.links.filter(({ copy }) => (copy?.words ?? 0) > 0);
    const isFirst = cursor === undefined;
    const [whole, about] = said.whole;
    const entries = [
      ...(isFirst && links.length > 1 ? [wholeEntry(whole, about, `${base}/list.epub${queryOf(list)}`, now())] : []),
      ...links.map((link) => bookEntry(link, `${base}/links/${link.id}.epub`)),
    ];
    const of = list.favorites_only === true ? said.favorites : list.days !== undefined ? said.week : said.unread;
    const title = name ?? (list.unread_only === true || list.favorites_only === true ? of[0] : said.newest[0]);
    const next =
      page.nextCursor === undefined ? {} : { next: `${base}/list${queryOf({ ...list, cursor: page.nextCursor })}` };
    const id = `urn:satchel:list:${queryOf(list)}`;
    return reply.type(ACQUISITION).send(shown(call, { kind: ACQUISITION, id, title, up: base, ...next, entries }));
  });

  get("/search.xml", {}, ({ base, said }, reply) =>
    reply.type(DESCRIPTION).send(searchDescription(said.search, `${base}/list?q={searchTerms}`)),
  );

  get<unknown, EpubQuery>("/list.epub", { querystring: EpubQuery }, ({ userId, request, query }, reply) => {
    const options = { locale: callerOf(request).locale, now: Date.now() };
    return sendBook(request, reply, {
      title: () => books.titleOfList(userId, query, options),
      make: () => books.ofList(userId, query, options),
    });
  });

  get<{ name: string }, unknown>("/links/:name", {}, (call, reply) => {
    const { userId, request, params } = call;
    const [, id] = BOOK.exec(params.name) ?? [];
    if (id === undefined) throw new SatchelError("not-found", texts.links.notFound);
    return sendBook(request, reply, {
      title: () => books.titleOfLink(userId, id as LinkId),
      make: () => books.ofLink(userId, id as LinkId, { locale: callerOf(request).locale }),
    });
  });
}

/** The last part of a book's address. */
const BOOK = new RegExp(`^(${UUID.slice(1, -1)})\\.epub$`);

interface Call<P, Q> {
  readonly userId: UserId;
  readonly request: FastifyRequest;
  /** The address of the catalogue, with the token where it is in the path. */
  readonly base: string;
  readonly said: (typeof words)["en"];
  readonly params: P;
  readonly query: Q;
}

type CatalogueParts = Pick<Parameters<typeof writeCatalogue>[0], "kind" | "id" | "title" | "entries"> & {
  readonly up?: string;
  readonly next?: string;
};

/**
 * Lets in whoever sends an API token that reads. In a path it is seen more easily than elsewhere, so there it may do nothing
 * else. Cookies do not count here.
 */
async function admit(callerOf: CallerOf, request: FastifyRequest): Promise<void> {
  const { token: inPath } = request.params as { readonly token?: string };
  const { headers } = request;
  const token = inPath ?? basicPassword(headers.authorization) ?? presentedToken(headers.authorization);
  if (token === undefined || !isApiToken(token)) throw noToken();
  headers.authorization = `Bearer ${token}`;
  const session = await admitApp(request, operation, noToken);
  const { scopes = [] } = session;
  if (inPath !== undefined && scopes.length > 1) {
    throw new SatchelError("forbidden", words[callerOf(request).locale].tokenInPath);
  }
  request.session = session;
}

const noToken = (): SatchelError => new SatchelError("unauthenticated", texts.session.missing);

const now = (): string => new Date().toISOString();

/** The path of the catalogue as it was called. */
function baseOf({ params }: FastifyRequest): string {
  const { token } = params as { readonly token?: string };
  return token === undefined ? PREFIX : WITH_TOKEN.replace(":token", token);
}

const subsectionOf = (
  [title, about]: readonly [string, string],
  kind: typeof NAVIGATION | typeof ACQUISITION,
  href: string,
) => subsection({ id: href, title, about, kind, href, updated: now() });

function queryOf(query: ListQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** A folder, and those in it, with the names of those around them. */
const rowsOf = ({ id, name, search, children }: Folder): { id: number; name: string; about: string }[] => [
  { id, name, about: search ?? "" },
  ...children.map((child) => ({ id: child.id, name: `${name} / ${child.name}`, about: child.search ?? "" })),
];

/** Errors as one sentence: OPDS has no form for them, and e-readers show at most the text. */
function sendText(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = answerTo(error);
  if (status >= 500 && status !== 507) throw error;
  reply.headers(headers);
  if (status === 401) reply.header("www-authenticate", 'Basic realm="Satchel", charset="UTF-8"');
  return reply.code(status).type("text/plain; charset=utf-8").send(`${body.detail}\n`);
}
