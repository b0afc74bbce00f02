import {
  ACCESS_TOKEN_SECONDS,
  API_TOKEN_PREFIX,
  type SessionId,
  TOKEN_CALLS_PER_MINUTE,
  type UserId,
  type ValidApiToken,
} from "@satchel/contracts";
import type { Session } from "./access-token.ts";
import { type Sender, secretVerifier, type VerifySecret } from "./secret-verifier.ts";

/** Resolves to what an API token opens. */
export type VerifyApiToken = VerifySecret<Session>;

interface VerifierOptions {
  /** Asks identity, which notes the use. Resolves to null for a token that is not valid. */
  readonly ask: (token: string, sender: Sender) => Promise<ValidApiToken | null>;
  readonly recheckedAt: (userId?: UserId) => number | undefined;
}

const FORM = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{86}$`);

/** Whether a text presents itself as an API token, well-formed or not. */
export const isApiToken = (text: string): boolean => text.startsWith(API_TOKEN_PREFIX);

/** Makes the verifier of API tokens. */
export function apiTokenVerifier({ ask, recheckedAt }: VerifierOptions): VerifyApiToken {
  const verify = secretVerifier<TokenSession>({
    form: FORM,
    callsPerMinute: TOKEN_CALLS_PER_MINUTE,
    ask: async (token, sender) => {
      const valid = await ask(token, sender);
      return valid === null ? undefined : openedBy(valid);
    },
    idOf: ({ session }) => session.sessionId,
    userOf: ({ session }) => session.userId,
    recheckedAt,
    expiresAt: ({ expiresAt }) => expiresAt,
  });
  return async (token, sender) => (await verify(token, sender))?.session;
}

/** What a token opens, and when it expires itself. */
interface TokenSession {
  readonly session: Session;
  readonly expiresAt: number;
}

function openedBy({ userId, tokenId, scopes, folderId, expiresAt: expiry }: ValidApiToken): TokenSession {
  const expiresAt = expiry === null ? Infinity : Date.parse(expiry);
  const session: Session = {
    userId,
    // The calls that take the caller's session as one of the page's need the scope `account`, which no token has.
    sessionId: tokenId as string as SessionId,
    verified: true,
    byExtension: false,
    scopes,
    ...(folderId === null ? {} : { folderId }),
    // When an event stream ends: as with an access token, so that it is looked at again.
    expiresAt: Math.min(Date.now() + ACCESS_TOKEN_SECONDS * 1000, expiresAt),
  };
  return { session, expiresAt };
}
