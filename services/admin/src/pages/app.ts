import { isTransient, type Logger } from "@satchel/chassis";
import { START_MS } from "@satchel/contracts";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { FORM_BYTES, SESSION_MS } from "../limits.ts";
import { accountRoutes } from "./account-routes.ts";
import type { BackupSource } from "./backups.ts";
import { overviewPage } from "./overview.ts";
import { signInPage } from "./sign-in.ts";
import { style } from "./style.ts";
import { type ActionHandler, noticeIn, page, type PageHandler } from "./routes.ts";
import { isSame, type Session, type Sessions } from "./sessions.ts";
import { discardLetter, readLetters, retryLetter } from "../state/dead-letters.ts";
import { readProjections } from "../state/projections.ts";
import { readQueues } from "../state/queues.ts";
import { requestRebuild, isProjection } from "../state/rebuild.ts";
import { blockShare, nameInAddress } from "../state/shares.ts";
import type { World } from "../state/world.ts";

interface AdminDeps {
  readonly world: World;
  /** Undefined where this process takes no backups. */
  readonly backups?: BackupSource | undefined;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

const COOKIE = "satchel-admin";

/** The headers of every answer: only our own style, no frames, no cache, no referrer. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** Messages after an action, by the parameter `said` in the address. */
const notices: Readonly<Record<string, string>> = {
  started: "The tables are being rebuilt beside those in use.",
  running: "These tables are already being rebuilt.",
  nobody: "No service that keeps these tables runs.",
  retried: "The work is handed out once more.",
  discarded: "The work was thrown away.",
  blocked: "This is not shared any more, and can't be shared again.",
  unknown: "Nothing is shared at this address.",
  unreachable: "Identity, which keeps what is shared, is not running.",
  gone: "That work does not lie here any more.",
};

/** Builds the operator's page; it does not listen yet. */
export async function buildApp({ world, backups, sessions, logger }: AdminDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: FORM_BYTES,
    // For loading each plugin; Fastify's 10 s are too short on a busy machine.
    pluginTimeout: START_MS,
    requestTimeout: 10_000,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.addHook("onRequest", async (_request, reply) => void reply.headers(HEADERS));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 500) logger.error({ err: error }, "the operator's page failed");
    reply.type("text/plain");
    if (isTransient(error)) {
      return reply.code(503).header("retry-after", "1").send("The bus or the database does not answer in time.\n");
    }
    return reply.code(statusCode).send(statusCode >= 500 ? "Something went wrong.\n" : "Not possible.\n");
  });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).type("text/plain").send("Not found\n"));

  /** Registers a page of a signed-in operator. */
  const shown = (path: string, work: PageHandler): void => {
    app.get(path, async (request, reply) => {
      const session = sessionOf(request, sessions);
      if (session === undefined) return reply.redirect("/admin/sign-in", 303);
      return work({ request, reply, query: new URL(request.url, "http://localhost").searchParams, csrf: session.csrf });
    });
  };

  /** Registers an action of a signed-in operator, by a form. */
  const action = (path: string, work: ActionHandler): void => {
    app.post(path, async (request, reply) => {
      const session = sessionOf(request, sessions);
      if (session === undefined) return reply.redirect("/admin/sign-in", 303);
      const form = formOf(request);
      if (!isSameOrigin(request) || !isSame(form.get("csrf") ?? "", session.csrf)) return refuse(reply);
      return reply.redirect(await work(form, request), 303);
    });
  };

  app.get("/", async (_request, reply) => reply.redirect("/admin", 303));
  app.get("/admin/style.css", async (_request, reply) => reply.type("text/css").send(style));
  app.get("/admin/sign-in", async (_request, reply) => page(reply, signInPage()));
  app.post("/admin/sign-in", async (request, reply) => {
    if (!isSameOrigin(request)) return refuse(reply);
    const signedIn = sessions.signIn(formOf(request).get("token") ?? "");
    if (signedIn === "wrong") {
      logger.warn({ ip: request.ip }, "a wrong token was entered on the operator's page");
      return page(reply.code(401), signInPage("This is not the token."));
    }
    if ("retryAfter" in signedIn) {
      reply.code(429).header("retry-after", signedIn.retryAfter);
      return page(reply, signInPage("Too many wrong tokens. Please try again later."));
    }
    const cookie = `${COOKIE}=${signedIn.secret}; Path=/admin; Max-Age=${SESSION_MS / 1000}; HttpOnly; SameSite=Strict`;
    return reply.header("set-cookie", cookie).redirect("/admin", 303);
  });
  shown("/admin", async ({ reply, query, csrf }) => {
    const [projections, queues, letters, taken] = await Promise.all([
      readProjections(world),
      readQueues(world),
      readLetters(world),
      backups?.state(),
    ]);
    const notice = noticeIn(notices, query);
    const overview = { projections, queues, letters, backups: taken, notice, csrf, now: new Date() };
    return page(reply, overviewPage(overview));
  });
  action("/admin/sign-out", async (_form, request) => {
    sessions.signOut(secretOf(request) ?? "");
    return "/admin/sign-in";
  });
  action("/admin/rebuild", async (form) => {
    const name = form.get("projection") ?? "";
    if (!isProjection(name)) return overview("gone");
    logger.warn({ projection: name }, "the operator asks for a rebuild");
    return overview(await requestRebuild(world, name));
  });
  action("/admin/retry", async (form) => overview((await retryLetter(world, idOf(form))) ? "retried" : "gone"));
  action("/admin/end-share", async (form) => {
    const name = nameInAddress(form.get("address") ?? "");
    logger.warn({ name }, "the operator ends something that is shared");
    return overview(await blockShare(world, name));
  });
  action("/admin/discard", async (form) => overview((await discardLetter(world, idOf(form))) ? "discarded" : "gone"));
  accountRoutes({ shown, action, world, logger });
  await app.ready();
  return app;
}

/** The overview, with a message. */
const overview = (notice: keyof typeof notices): string => `/admin?said=${notice}`;

const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(403).type("text/plain").send("This form did not come from the operator's page.\n");

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The sequence in a form; 0, which no letter has, where it is missing. */
function idOf(form: URLSearchParams): number {
  const id = Number(form.get("letter"));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** Whether a page of this server sent a form: browsers set `Origin`, and pages of other sites can't change it. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined) return false;
  return origin === `http://${host}` || origin === `https://${host}`;
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? "").split(/; */).map((pair) => pair.split("="));
  return pairs.find(([name]) => name === COOKIE)?.[1];
}

function sessionOf(request: FastifyRequest, sessions: Sessions): Session | undefined {
  const secret = secretOf(request);
  return secret === undefined ? undefined : sessions.find(secret);
}
