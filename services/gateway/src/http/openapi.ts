import swagger from "@fastify/swagger";
import { VERSION } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { SessionCookies } from "../sessions/cookies.ts";

/** Collects the OpenAPI 3.1 document from the schemas of the routes that are registered after this. */
export async function describeApi(app: FastifyInstance, cookies: Pick<SessionCookies, "accessName">): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Satchel",
        version: VERSION,
        description:
          "A private link archive. Errors are `{detail}`; 422 names the faults in `errors`; 429 and 503 carry Retry-After. " +
          "Every answer carries x-request-id. Calls that change something and come with cookies must come from this site.",
      },
      components: {
        securitySchemes: {
          cookie: { type: "apiKey", in: "cookie", name: cookies.accessName },
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          token: {
            type: "http",
            scheme: "bearer",
            description:
              "An API token, as `Authorization: Bearer …` or `Authorization: Token …`, with the scope that the call names: " +
              "read, add or change. Calls that name none can't be made with one",
          },
        },
      },
    },
  });
  let document: Buffer | undefined;
  app.get("/api/openapi.json", { schema: { hide: true } }, (_request, reply) => {
    // Written once: anybody may ask, and writing 400 kB takes milliseconds.
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type("application/json; charset=utf-8").send(document);
  });
}
