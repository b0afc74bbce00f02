import {
  ACCESS_TOKEN_SECONDS,
  API_TOKEN_PREFIX,
  type SessionId,
  TOKEN_CALLS_PER_MINUTE,
  TOKEN_CHECK_SECONDS,
  type ValidApiToken,
  WRONG_TOKENS_PER_MINUTE,
} from "@satchel/contracts";
import { TOKENS_REMEMBERED } from "../limits.ts";
import type { Session } from "./access-token.ts";
import { minuteLimit } from "./minute-limit.ts";

/** Who sends a token: a keyed hash of the network, and the name of the program. */
interface Sender {
  readonly client: string;
  readonly device: string;
}

/**
 * Resolves to what an API token opens; undefined when it is malformed, unknown, expired or ended.
 * @throws {SatchelError} `limited` after too many calls with it, or too many wrong ones of one client
 */
export type VerifyApiToken = (token: string, sender: Sender) => Promise<Session | undefined>;

interface VerifierOptions {
  /** Asks identity, which notes the use. Resolves to null for a token that is not valid. */
  readonly ask: (token: string, device: string) => Promise<ValidApiToken | null>;
  readonly now?: () => number;
}

/** An answer of identity, until when it counts. */
interface Answer {
  readonly until: number;
  readonly session: Session | undefined;
}

const FORM = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{86}$`);

/** Whether a text presents itself as an API token, well-formed or not. */
export const isApiToken = (text: string): boolean => text.startsWith(API_TOKEN_PREFIX);

/**
 * Makes the verifier of API tokens. An answer of identity counts for {@link TOKEN_CHECK_SECONDS}, of a wrong token too,
 * so that a program that goes on with an ended one costs nothing. The caller has to look at the ended ones as well.
 */
export function apiTokenVerifier({ ask, now = Date.now }: VerifierOptions): VerifyApiToken {
  const calls = minuteLimit(TOKEN_CALLS_PER_MINUTE, now);
  const wrong = minuteLimit(WRONG_TOKENS_PER_MINUTE, now);
  const answers = new Map<string, Answer>();
  const asking = new Map<string, Promise<Answer>>();

  return async (token, sender) => {
    if (!FORM.test(token)) return undefined;
    const known = answers.get(token);
    const { session } = known !== undefined && known.until > now() ? known : await askOnce(token, sender);
    if (session !== undefined) calls.take(session.sessionId);
    return session;
  };

  /** Calls that come while identity is asked about their token wait for the same answer. */
  function askOnce(token: string, sender: Sender): Promise<Answer> {
    const underWay = asking.get(token);
    if (underWay !== undefined) return underWay;
    const answer = check(token, sender).finally(() => asking.delete(token));
    asking.set(token, answer);
    return answer;
  }

  async function check(token: string, { client, device }: Sender): Promise<Answer> {
    // Counted before it is asked, so that parallel guesses can't pass the limit together.
    const giveBack = wrong.take(client);
    const valid = await ask(token, device);
    if (valid !== null) giveBack();
    const time = now();
    const expiresAt = valid?.expiresAt == null ? Infinity : Date.parse(valid.expiresAt);
    const until = Math.min(time + TOKEN_CHECK_SECONDS * 1000, expiresAt);
    const session =
      valid === null ? undefined : sessionOf(valid, Math.min(time + ACCESS_TOKEN_SECONDS * 1000, expiresAt));
    answers.delete(token);
    // A map is in insertion order: the first key is the oldest.
    const [oldest] = answers.size < TOKENS_REMEMBERED ? [] : answers.keys();
    if (oldest !== undefined) answers.delete(oldest);
    const answer = { until, session };
    answers.set(token, answer);
    return answer;
  }
}

/** @param expiresAt when an event stream ends: as with an access token, so that it is looked at again */
const sessionOf = ({ userId, tokenId, scopes }: ValidApiToken, expiresAt: number): Session => ({
  userId,
  // The calls that take the caller's session as one of the page's need the scope `account`, which no token has.
  sessionId: tokenId as string as SessionId,
  verified: true,
  byExtension: false,
  scopes,
  expiresAt,
});
