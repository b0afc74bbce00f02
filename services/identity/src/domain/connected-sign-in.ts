import {
  type AddressEvent,
  type ConnectedSignInEvent,
  type Decision,
  happened,
  laterTexts,
  nothingToDo,
  OIDC_SUBJECT_CHARS,
  rejected,
  SIGN_INS_PER_USER,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Account, Claim } from "./account.ts";

/** A person of an identity provider: only both together name one (OpenID Connect Core 1.0, section 5.7). */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
}

/** Whether a person of a provider opens an account; undefined when they never did. */
export type ConnectedSignIn = "connected" | "disconnected" | undefined;

export const evolveSignIn = (event: ConnectedSignInEvent | undefined): ConnectedSignIn =>
  event === undefined ? undefined : event.type === "SignInConnected" ? "connected" : "disconnected";

/**
 * Claims a person for an account. A claim counts only while its account exists and they are connected to it: after a
 * disconnection, or a crash before the event, it is taken over.
 * @param holder state of the account that has the claim
 * @param held whether the person is connected to that account
 */
export const takePerson = (
  claim: Claim,
  holder: Account,
  held: ConnectedSignIn,
  userId: UserId,
): Decision<AddressEvent, UserId> =>
  claim === undefined || claim.userId === userId || holder !== "registered" || held !== "connected"
    ? happened({ type: "AddressClaimed", data: { userId } })
    : rejected("taken", laterTexts.sso.taken);

/** Connects a person who was claimed just before. @param count how many the account has */
export function connectPerson(
  state: ConnectedSignIn,
  person: Person,
  count: number,
): Decision<ConnectedSignInEvent, "connected"> {
  if (state === "connected") return nothingToDo(state);
  if (count >= SIGN_INS_PER_USER) return rejected("full", laterTexts.sso.tooMany);
  return happened({ type: "SignInConnected", data: { issuer: person.issuer, subject: person.subject } });
}

/** Disconnects a person. @param isLastWay whether nobody could sign in to the account afterwards */
export function disconnectPerson(
  state: ConnectedSignIn,
  isLastWay: boolean,
): Decision<ConnectedSignInEvent, "disconnected"> {
  if (state !== "connected") return rejected("not-found", texts.server.notFound);
  if (isLastWay) return rejected("rejected", laterTexts.sso.last);
  return happened({ type: "SignInDisconnected", data: {} });
}

/** What a provider vouches for: the person, and their address where it verified it. */
export type VouchedPerson = Person & { readonly email: string | undefined; readonly isVerified: boolean };

/**
 * What a provider vouches for, by the claims of its token or its user info (OpenID Connect Core 1.0, section 5.1). Some
 * providers write booleans as text.
 */
export function vouchedBy(issuer: string, claims: Readonly<Record<string, unknown>>): VouchedPerson | undefined {
  const { sub: subject, email, email_verified: verified } = claims;
  if (typeof subject !== "string" || subject === "" || subject.length > OIDC_SUBJECT_CHARS) return undefined;
  return {
    issuer,
    subject,
    email: typeof email === "string" ? email : undefined,
    isVerified: verified === true || verified === "true",
  };
}

/** An address within the page, which a sign-on may return to; undefined for any other. */
export function pathWithin(text: string | undefined): string | undefined {
  // A second slash or a backslash would name a host; control characters are dropped by browsers, and one could be left.
  return text !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes("\\") ? text : undefined;
}
