import { chooseDigest, ChooseDigest, type Digest, getDigest, stopDigest, StopDigest } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";

/** Before anything is chosen: what the page offers. */
const NEVER = { every: "never", weekday: 1, hour: 7, zone: "UTC", next_at: null, bounced: false } as const;

/** Mails by a schedule (decision 93). */
export async function digestRoutes(app: FastifyInstance, { tables, perform, callerOf }: Parts): Promise<void> {
  route(app, getDigest, async ({ userId, request }) => {
    const body: Digest = (await tables.findDigest(userId)) ?? { ...NEVER, language: callerOf(request).locale };
    return { status: 200, body };
  });

  route(app, chooseDigest, async ({ userId, body }) => {
    const { result, headers } = await perform(ChooseDigest, { userId, ...body });
    return { status: 200, body: { ...body, next_at: result.nextAt, bounced: false }, headers };
  });

  await app.register(stopRoute, { perform });
}

/** In a scope of its own: mail programs send a form (RFC 8058 section 3.1), so any body is read and dropped. */
async function stopRoute(app: FastifyInstance, { perform }: Pick<Parts, "perform">): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));

  publicRoute(app, stopDigest, async ({ query: { token } }) => {
    const { headers } = await perform(StopDigest, { token });
    return { status: 204, body: null, headers };
  });
}
