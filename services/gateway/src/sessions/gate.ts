import { type Operation, SatchelError, texts } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import type { Session, VerifyAccessToken } from "./access-token.ts";
import type { SessionCookies } from "./cookies.ts";
import type { EndedSet } from "./ended.ts";
import { isForged } from "./origin.ts";
import { isWithinReach } from "./reach.ts";

/** Decides, before anything else of a request, whether it may call its operation. */
export interface Gate {
  /**
   * @returns the caller's session; undefined for a caller without one, where the operation is public
   * @throws {SatchelError} `forbidden` when another site made the request, the session is not verified or may not make
   * this call, `unauthenticated` when there is no session
   */
  admit(request: FastifyRequest, operation: Operation): Promise<Session | undefined>;
}

interface GateOptions {
  /** The origin that browsers see. */
  readonly origin: string;
  readonly cookies: SessionCookies;
  readonly verify: VerifyAccessToken;
  readonly ended: Pick<EndedSet, "has">;
}

export function openGate({ origin, cookies, verify, ended }: GateOptions): Gate {
  return {
    admit: async (request, operation) => {
      const { headers } = request;
      const bearer = bearerToken(headers.authorization);
      const forged = isForged(
        {
          method: operation.method,
          cookies: cookies.accessToken(request) !== undefined || cookies.refreshToken(request) !== undefined,
          bearer: bearer !== undefined,
          signIn: operation.path.startsWith("/api/auth/"),
          fetchSite: headers["sec-fetch-site"]?.toString(),
          origin: headers.origin,
          host: headers.host,
        },
        origin,
      );
      if (forged && operation.bySecret !== true) throw new SatchelError("forbidden", texts.session.forged);
      // An explicit token has precedence: an invalid one is not replaced by a cookie.
      const token = bearer ?? cookies.accessToken(request);
      const signed = token === undefined ? undefined : await verify(token);
      // A token verifies until it expires, even after its session has ended.
      const session = signed === undefined || ended.has(signed) ? undefined : signed;
      if (operation.access === "public") return session;
      if (session === undefined) throw new SatchelError("unauthenticated", texts.session.missing);
      if (operation.access === "verified" && !session.verified) {
        throw new SatchelError("forbidden", texts.verification.required);
      }
      if (session.byExtension && !isWithinReach(operation)) {
        throw new SatchelError("forbidden", texts.connections.outOfReach);
      }
      return session;
    },
  };
}

/** The token of an Authorization header (RFC 6750 section 2.1); undefined when there is none of this scheme. */
const bearerToken = (header: string | undefined): string | undefined => /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
