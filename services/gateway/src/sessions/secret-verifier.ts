import { remember } from "@satchel/chassis";
import { TOKEN_CHECK_SECONDS, type UserId, WRONG_TOKENS_PER_MINUTE } from "@satchel/contracts";
import { TOKENS_REMEMBERED } from "../limits.ts";
import { minuteLimit } from "./minute-limit.ts";

/** Who sends a secret: a keyed hash of the network, its address, and the name of the program. */
export interface Sender {
  readonly client: string;
  readonly address: string | undefined;
  readonly device: string;
}

/**
 * Resolves to what a secret opens; undefined when it is malformed, unknown, expired or ended.
 * @throws {SatchelError} `limited` after too many calls with it, or too many wrong ones of one client
 */
export type VerifySecret<T> = (secret: string, sender: Sender) => Promise<T | undefined>;

interface VerifierOptions<T> {
  /** Of well-formed ones: identity is asked about no others. */
  readonly form: RegExp;
  readonly callsPerMinute: number;
  /** Asks identity, which notes the use. Resolves to undefined for a secret that is not valid. */
  readonly ask: (secret: string, sender: Sender) => Promise<T | undefined>;
  /** What calls are counted by. */
  readonly idOf: (opened: T) => string;
  readonly userOf: (opened: T) => UserId;
  /** When its account, or any, was suspended or resumed, as far as this process knows: see `EndedSet`. */
  readonly recheckedAt: (userId?: UserId) => number | undefined;
  /** When it is not valid any more, in milliseconds since 1970. */
  readonly expiresAt?: (opened: T) => number;
}

/** An answer of identity, which counts for {@link TOKEN_CHECK_SECONDS}, and not beyond the expiry of what it opens. */
interface Answer<T> {
  /** When the question was sent, by `performance.now`: a machine's clock that is set makes no answer older or newer. */
  readonly askedAt: number;
  readonly opened: T | undefined;
}

/**
 * Makes the verifier of a kind of secrets that identity knows. Its answer counts for {@link TOKEN_CHECK_SECONDS}, of a
 * wrong secret too, so that a program that goes on with an ended one costs nothing. The caller has to look at the ended
 * ones as well. What was asked before an account was suspended or resumed does not count.
 */
export function secretVerifier<T>(options: VerifierOptions<T>): VerifySecret<T> {
  const { form, callsPerMinute, ask, idOf, userOf, recheckedAt } = options;
  const { expiresAt = () => Infinity } = options;
  const calls = minuteLimit(callsPerMinute);
  const wrong = minuteLimit(WRONG_TOKENS_PER_MINUTE);
  const answers = new Map<string, Answer<T>>();
  const asking = new Map<string, Promise<Answer<T>>>();

  return async (secret, sender) => {
    if (!form.test(secret)) return undefined;
    const known = answers.get(secret);
    const isKnown = known !== undefined && !isOld(known) && !isOutdated(known);
    const answer = isKnown ? known : await askOnce(secret, sender);
    const { opened } = answer;
    if (opened === undefined || isOutdated(answer)) return undefined;
    calls.take(idOf(opened));
    return opened;
  };

  function isOld({ askedAt, opened }: Answer<T>): boolean {
    const isChecked = performance.now() < askedAt + TOKEN_CHECK_SECONDS * 1000;
    return !isChecked || (opened !== undefined && Date.now() >= expiresAt(opened));
  }

  /** Whether it was asked before its account was suspended or resumed. Whose a wrong secret is nobody knows: it may be any. */
  function isOutdated({ opened, askedAt }: Answer<T>): boolean {
    const at = opened === undefined ? recheckedAt() : recheckedAt(userOf(opened));
    return at !== undefined && askedAt <= at;
  }

  /** Calls that come while identity is asked about their secret wait for the same answer. */
  function askOnce(secret: string, sender: Sender): Promise<Answer<T>> {
    const underWay = asking.get(secret);
    if (underWay !== undefined) return underWay;
    const answer = check(secret, sender).finally(() => asking.delete(secret));
    asking.set(secret, answer);
    return answer;
  }

  async function check(secret: string, sender: Sender): Promise<Answer<T>> {
    // Counted before it is asked, so that parallel guesses can't pass the limit together.
    const giveBack = wrong.take(sender.client);
    const askedAt = performance.now();
    const opened = await ask(secret, sender);
    if (opened !== undefined) giveBack();
    const answer = { askedAt, opened };
    remember(answers, secret, answer, TOKENS_REMEMBERED);
    return answer;
  }
}
