import { type RateLimit, singleLine } from "@satchel/chassis";
import type { Locale, SessionId, TokenId, UserId } from "@satchel/contracts";
import { SatchelError } from "@satchel/contracts";
import { type NewApiToken, type SecretKind, tokenIdOf } from "../domain/api-token.ts";
import type { NoticeKind } from "../mail/notice.ts";
import type { StoredToken } from "../store/api-tokens.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";
import { ownerOfMade, passwordWatch } from "./owner-of-made.ts";

/** What differs between tokens and feeds when one is made. */
interface Making {
  readonly kind: SecretKind;
  /** New ones in an hour. */
  readonly limit: RateLimit;
  readonly perUser: number;
  readonly notice: NoticeKind;
  readonly texts: { readonly name: string; readonly tooMany: string };
}

interface TokenRequest {
  readonly userId: UserId;
  /** In which it is made. */
  readonly sessionId: SessionId;
  readonly locale: Locale;
  readonly token: NewApiToken;
}

/**
 * Makes an API token or a feed, and informs the owner.
 * @throws {SatchelError} `rejected` without a visible name or with the maximum, `limited` after too many,
 * `unauthenticated` when session or account ended meanwhile
 */
export async function makeToken(
  parts: Parts,
  { kind, limit, perUser, notice, texts }: Making,
  { userId, sessionId, locale, token }: TokenRequest,
  { commandId, retry }: { readonly commandId: string; readonly retry: boolean },
): Promise<StoredToken & { readonly text: string }> {
  const { apiTokens, limits, limitKeys } = parts;
  const name = singleLine(token.name);
  if (name === "") throw new SatchelError("rejected", texts.name);
  const tokenId: TokenId = tokenIdOf(commandId);
  if (!retry) {
    await limits.take(limit, limitKeys.ofUser(userId));
    // Of calls at the same moment more may pass, but no more than the limit for an hour.
    if ((await apiTokens.list(kind, userId)).length >= perUser) throw new SatchelError("rejected", texts.tooMany);
  }
  const hasSamePassword = await passwordWatch(parts, userId);
  const made = await apiTokens.make(userId, tokenId, { ...token, name });
  const undo = () => apiTokens.end(kind, userId, tokenId);
  const address = await ownerOfMade(parts, { userId, sessionId }, undo, hasSamePassword);
  void notifyOwner(parts, { kind: notice, address, locale, subject: name });
  return made;
}
