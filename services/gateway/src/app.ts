import cookie from "@fastify/cookie";
import { type Checks, type CommandClient, type Logger, type Pictures, type ProjectionProgress } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { performer } from "./commands.ts";
import { type GatewayConfig, siteOf } from "./config.ts";
import { createHttp } from "./http/factory.ts";
import { answerOtherMethods } from "./http/methods.ts";
import { describeApi } from "./http/openapi.ts";
import type { LiveStreams } from "./live/streams.ts";
import { outboxPages } from "./outbox/routes.ts";
import { authRoutes } from "./routes/auth.ts";
import { eventRoutes } from "./routes/events.ts";
import { folderRoutes } from "./routes/folders.ts";
import { linkRoutes } from "./routes/links.ts";
import { pictureRoutes } from "./routes/pictures.ts";
import { systemRoutes } from "./routes/system.ts";
import { userRoutes } from "./routes/users.ts";
import { accessTokenVerifier } from "./sessions/access-token.ts";
import { sessionCookies } from "./sessions/cookies.ts";
import { openGate } from "./sessions/gate.ts";
import type { Tables } from "./tables.ts";
import { webPage } from "./web/static.ts";

/** All that the gateway needs of the world. */
export interface GatewayDeps {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly commands: CommandClient;
  readonly progress: ProjectionProgress;
  readonly tables: Tables;
  readonly pictures: Pictures;
  readonly live: LiveStreams;
  /** For each part of the system `ok` or what is the matter. */
  readonly readiness: () => Promise<Checks>;
}

/** The gateway as a plugin: everything it answers. */
const gateway = fp(async (app: FastifyInstance, deps: GatewayDeps): Promise<void> => {
  const { config, logger, commands, progress, tables, pictures, live, readiness } = deps;
  const site = siteOf(config);
  const cookies = sessionCookies(site.secure);
  const verify = accessTokenVerifier(config.TOKEN_KEY);
  const perform = performer(commands, progress);

  await app.register(cookie);
  app.decorate("gate", openGate({ origin: site.origin, cookies, verify }));
  const answerMethods = answerOtherMethods(app);
  await describeApi(app, cookies);

  await app.register(authRoutes, {
    commands,
    perform,
    tables,
    cookies,
    verify,
    perMinute: config.AUTH_PER_MINUTE,
    logger,
  });
  await app.register(userRoutes, { tables });
  await app.register(linkRoutes, { tables, perform });
  await app.register(pictureRoutes, { tables, pictures });
  await app.register(folderRoutes, { tables, perform });
  await app.register(eventRoutes, { live });
  await app.register(systemRoutes, { site, readiness });
  answerMethods();

  if (site.outboxDir !== undefined) await app.register(outboxPages, { folder: site.outboxDir });
  if (config.WEB_ROOT !== undefined) await app.register(fp(webPage), { root: config.WEB_ROOT });
  else {
    app.setNotFoundHandler(() => {
      throw new SatchelError("not-found", texts.server.notFound);
    });
  }
});

/** Builds the server with everything it answers; it does not listen yet. */
export async function buildApp(deps: GatewayDeps): Promise<FastifyInstance> {
  const { config, logger } = deps;
  const app = createHttp({ site: siteOf(config), logger, trustProxy: config.TRUST_PROXY });
  await app.register(gateway, deps);
  await app.ready();
  return app;
}
