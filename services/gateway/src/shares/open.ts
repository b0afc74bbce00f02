import { remember } from "@satchel/chassis";
import {
  type OpenedShare,
  SatchelError,
  SHARE_CALLS_PER_MINUTE,
  SHARE_CHECK_MS,
  shareTexts,
  WRONG_SHARES_PER_MINUTE,
} from "@satchel/contracts";
import { SHARES_REMEMBERED } from "../limits.ts";
import { minuteLimit } from "../sessions/minute-limit.ts";
import { isShareName } from "./addresses.ts";

/**
 * Resolves to what an address opens now.
 * @param client a keyed hash of the network
 * @throws {SatchelError} `not-found` where it opens nothing, whatever the reason; `limited` after too many calls
 */
type OpenAt = (name: string, client: string) => Promise<OpenedShare>;

/** The error of an address that opens nothing. */
export const notShared = (): SatchelError => new SatchelError("not-found", shareTexts.notFound);

/**
 * Identity's answer counts for {@link SHARE_CHECK_MS}, so that a page with its pictures is one question, and an end or a
 * change counts at every gateway a second later without being announced. The expiry is looked at each time.
 * @param ask asks identity
 */
export function shareOpener(ask: (name: string) => Promise<OpenedShare | null>): OpenAt {
  const calls = minuteLimit(SHARE_CALLS_PER_MINUTE);
  const wrong = minuteLimit(WRONG_SHARES_PER_MINUTE);
  /** Until when they count, by `performance.now`: a machine's clock that is set must not keep a share open. */
  const answers = new Map<string, { readonly until: number; readonly opened: Promise<OpenedShare | null> }>();

  return async (name, client) => {
    calls.take(client);
    if (!isShareName(name)) throw notShared();
    const known = answers.get(name);
    const opened = await (known !== undefined && known.until > performance.now()
      ? known.opened
      : askAnew(name, client));
    if (opened === null) throw notShared();
    if (opened.expiresAt !== null && Date.parse(opened.expiresAt) <= Date.now()) throw notShared();
    return opened;
  };

  function askAnew(name: string, client: string): Promise<OpenedShare | null> {
    // Counted before it is asked, so that parallel guesses can't pass the limit together.
    const giveBack = wrong.take(client);
    const opened = ask(name).then(
      (answer) => {
        if (answer !== null) giveBack();
        return answer;
      },
      (error: unknown) => {
        answers.delete(name);
        giveBack();
        throw error;
      },
    );
    remember(answers, name, { until: performance.now() + SHARE_CHECK_MS, opened }, SHARES_REMEMBERED);
    return opened;
  }
}
