import { callerTexts, type Operation, SatchelError, texts } from "@satchel/contracts";
import type { FastifyRequest } from "fastify";
import type { Session, VerifyAccessToken } from "./access-token.ts";
import { isApiToken, type VerifyApiToken } from "./api-token.ts";
import { presentedToken } from "./authorization.ts";
import type { CallerOf } from "./caller.ts";
import type { SessionCookies } from "./cookies.ts";
import type { EndedSet } from "./ended.ts";
import { isForged } from "./origin.ts";
import { isWithinReach } from "./reach.ts";
import { outOfFolder } from "./within-folder.ts";

/** Decides, before anything else of a request, whether it may call its operation. */
export interface Gate {
  /**
   * @returns the caller's session; undefined for a caller without one, where the operation is public
   * @throws {SatchelError} `forbidden` when another site made the request, the session is not verified, or session or
   * API token may not make this call; `unauthenticated` when there is no session; `limited` after too many calls with
   * an API token
   */
  admit(request: FastifyRequest, operation: Operation): Promise<Session | undefined>;
}

interface GateOptions {
  /** The origin that browsers see. */
  readonly origin: string;
  readonly cookies: SessionCookies;
  readonly verify: VerifyAccessToken;
  readonly verifyApiToken: VerifyApiToken;
  readonly callerOf: CallerOf;
  readonly ended: Pick<EndedSet, "has">;
}

export function openGate(options: GateOptions): Gate {
  const { origin, cookies, verify, verifyApiToken, callerOf, ended } = options;

  /** What a call was signed with: a token of its header, or else the cookie, which never holds an API token. */
  const signed = async (request: FastifyRequest, token: string | undefined): Promise<Session | undefined> => {
    if (token !== undefined && isApiToken(token)) return verifyApiToken(token, callerOf(request));
    const access = token ?? cookies.accessToken(request);
    return access === undefined ? undefined : verify(access);
  };

  return {
    admit: async (request, operation) => {
      const { headers } = request;
      const token = presentedToken(headers.authorization);
      const forged = isForged(
        {
          method: operation.method,
          cookies: cookies.accessToken(request) !== undefined || cookies.refreshToken(request) !== undefined,
          bearer: token !== undefined,
          signIn: operation.path.startsWith("/api/auth/"),
          fetchSite: headers["sec-fetch-site"]?.toString(),
          origin: headers.origin,
          host: headers.host,
        },
        origin,
      );
      if (forged && operation.bySecret !== true) throw new SatchelError("forbidden", texts.session.forged);
      const byApiToken = token !== undefined && isApiToken(token);
      // Signing in and its like, where no session is asked for: refused to valid and invalid tokens alike.
      if (byApiToken && operation.access === "public" && operation.scope === "account") throw outOfScope();
      // An explicit token has precedence: an invalid one is not replaced by a cookie.
      const found = await signed(request, token);
      // A token verifies until it expires, even after its session has ended.
      const session = found === undefined || ended.has(found) ? undefined : found;
      if (operation.access === "public") return session;
      if (session === undefined) throw new SatchelError("unauthenticated", texts.session.missing);
      if (!session.verified) throw new SatchelError("forbidden", texts.verification.required);
      if (session.byExtension && !isWithinReach(operation)) {
        throw new SatchelError("forbidden", callerTexts.outOfReach);
      }
      if (session.scopes !== undefined && !session.scopes.some((scope) => scope === operation.scope))
        throw outOfScope();
      if (session.folderId !== undefined && operation.inFolder === undefined) throw outOfFolder();
      return session;
    },
  };
}

const outOfScope = (): SatchelError => new SatchelError("forbidden", callerTexts.outOfScope);
