import formbody from "@fastify/formbody";
import { type Method, type TokenScope, WALLABAG_SECONDS, laterTexts } from "@satchel/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { doorOperation, openDoor } from "../http/door.ts";
import type { Parts } from "../http/parts.ts";
import { sendBook } from "../epub/answer.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Bookmark } from "../queries/bookmarks.ts";
import type { Session } from "../sessions/access-token.ts";
import { admitApp, admitToken } from "../sessions/admit-token.ts";
import { type Entries, openEntries } from "./entries.ts";
import { noAccess, notFound, oauthRefusal, refused, sendRefusal } from "./errors.ts";
import { fieldsOf, textIn } from "./fields.ts";

/** Where the door is: what is typed into KOReader as the address of a server of wallabag, behind this server's origin. */
const PREFIX = "/wallabag";

/** Characters of a field that somebody signs in with. */
const CREDENTIAL_CHARS = 1000;

interface Route {
  readonly method: Method;
  readonly path: string;
  readonly scope: TokenScope;
  readonly answer: (call: {
    session: Session;
    request: FastifyRequest;
    entry: () => Promise<Bookmark>;
  }) => Promise<unknown>;
}

/**
 * The calls of wallabag's API that KOReader's plugin makes (decision 84). An app signs in with an API token as its password and
 * gets the same token, so that ending it in the settings ends the app.
 */
export async function wallabagDoor(app: FastifyInstance, parts: Parts): Promise<void> {
  const entries = openEntries(parts);
  await app.register(
    async (door) => {
      await door.register(formbody);
      openDoor(door, sendRefusal, notFound);
      signIn(door);
      const routes = routesOf(entries);
      for (const route of routes) register(door, entries, route);
      books(door, entries, parts);
      const known = [...routes, { method: "POST", path: TOKEN }, { method: "GET", path: BOOK }] as const;
      refuseOtherMethods(door, known, () => refused(405, laterTexts.http.method));
    },
    { prefix: PREFIX },
  );
}

const TOKEN = "/oauth/v2/token";
const LIST = "/api/entries.json";
const ENTRY = "/api/entries/:name";
const TAGS = "/api/entries/:id/tags.json";
const BOOK = "/api/entries/:id/export.epub";

const routesOf = (entries: Entries): Route[] => [
  {
    method: "GET",
    path: LIST,
    scope: "read",
    answer: ({ session, request }) => entries.list(session.userId, request.query),
  },
  { method: "POST", path: LIST, scope: "add", answer: ({ session, request }) => entries.save(session, request.body) },
  {
    method: "GET",
    path: ENTRY,
    scope: "read",
    answer: async ({ session, entry }) => entries.show(session.userId, await entry()),
  },
  {
    method: "PATCH",
    path: ENTRY,
    scope: "change",
    answer: async ({ session, request, entry }) => entries.change(session.userId, await entry(), request.body),
  },
  {
    method: "DELETE",
    path: ENTRY,
    scope: "change",
    answer: async ({ session, entry }) => entries.remove(session.userId, await entry()),
  },
  {
    method: "POST",
    path: TAGS,
    scope: "change",
    answer: async ({ session, request, entry }) => entries.addTags(session.userId, await entry(), request.body),
  },
];

/** Signing in by a password (RFC 6749 section 4.3), and again by what that gave (section 6): both are the API token. */
function signIn(door: FastifyInstance): void {
  const operation = doorOperation("POST", PREFIX + TOKEN, "read");
  door.post(TOKEN, { schema: { hide: true } }, async (request) => {
    const fields = fieldsOf(request.body);
    const grant = textIn(fields, "grant_type", CREDENTIAL_CHARS);
    if (grant !== "password" && grant !== "refresh_token") {
      throw oauthRefusal("unsupported_grant_type", "The grant type must be password or refresh_token.");
    }
    const secret = textIn(fields, grant, CREDENTIAL_CHARS) ?? "";
    const wrong = oauthRefusal("invalid_grant", "The password must be an API token of Satchel that may read.");
    await admitToken(request, { token: secret, operation, wrong });
    return {
      access_token: secret,
      expires_in: WALLABAG_SECONDS,
      token_type: "bearer",
      scope: null,
      refresh_token: secret,
    };
  });
}

function register(door: FastifyInstance, entries: Entries, { method, path, scope, answer }: Route): void {
  const operation = doorOperation(method, PREFIX + path, scope);
  door.route({
    method,
    url: path,
    schema: { hide: true },
    exposeHeadRoute: method === "GET",
    onRequest: async (request) => {
      request.session = await admitApp(request, operation, noAccess);
    },
    handler: async (request) => {
      const { session } = request;
      if (session === undefined) throw noAccess();
      const entry = (): Promise<Bookmark> => entries.find(session.userId, numberIn(request));
      return door.userLimits.calls.run(session.userId, async () => answer({ session, request, entry }));
    },
  });
}

/** The book of an entry. Its making has a limit of its own. */
function books(door: FastifyInstance, entries: Entries, { books: made, callerOf }: Parts): void {
  const operation = doorOperation("GET", PREFIX + BOOK, "read");
  door.get(BOOK, {
    schema: { hide: true },
    onRequest: async (request) => {
      request.session = await admitApp(request, operation, noAccess);
    },
    handler: async (request, reply) => {
      const { session } = request;
      if (session === undefined) throw noAccess();
      const { link } = await entries.find(session.userId, numberIn(request));
      return sendBook(request, reply, {
        title: async () => link.title ?? link.url,
        make: () => made.ofLink(session.userId, link.id, { locale: callerOf(request).locale }),
      });
    },
  });
}

/** The number of an entry in the path: "12" or "12.json". @throws {Refusal} 404 for anything else */
function numberIn({ params }: FastifyRequest): number {
  const { id, name } = params as { readonly id?: string; readonly name?: string };
  const [, digits] = /^(\d{1,12})(?:\.json)?$/.exec(id ?? name ?? "") ?? [];
  if (digits === undefined) throw notFound();
  return Number(digits);
}
