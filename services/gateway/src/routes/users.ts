import { getStatus, getUser, SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import { publicRoute, route } from "../http/route.ts";
import type { Tables } from "../tables.ts";

/** Who the caller is. */
export async function userRoutes(app: FastifyInstance, { tables }: { tables: Tables }): Promise<void> {
  publicRoute(app, getStatus, ({ session }) => ({
    status: 200,
    body: { authenticated: session !== undefined, is_verified: session?.verified ?? false },
  }));

  route(app, getUser, async ({ userId }) => {
    const user = await tables.findUser(userId);
    // The token is good, so the tables lag, or are being built anew. A 401 would sign the user out for that.
    if (user === undefined) throw new SatchelError("unavailable", texts.server.unavailable);
    return { status: 200, body: user };
  });
}
