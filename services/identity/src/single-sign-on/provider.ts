import { type Logger, within } from "@satchel/chassis";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type ServerMetadata,
} from "openid-client";
import type { IdentityConfig } from "../config.ts";
import { type VouchedPerson, vouchedBy } from "../domain/connected-sign-in.ts";
import { PROVIDER_METADATA_MS, PROVIDER_REQUEST_SECONDS, PROVIDER_STEP_MS } from "../limits.ts";
import { boundedFetch } from "./bounded-fetch.ts";

/** What a sign-on needs again when its browser comes back; all of it is random. */
interface SsoSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The outcome of asking a provider who came back. */
type ProviderAnswer =
  | { readonly kind: "person"; readonly person: VouchedPerson }
  /** The person or the provider refused. */
  | { readonly kind: "denied" }
  | { readonly kind: "away" }
  /** The answer is none to this sign-on, or not valid. */
  | { readonly kind: "failed" };

/** An identity provider of the settings (OpenID Connect Core 1.0, section 3.1: the code flow, with PKCE). */
export interface IdentityProvider {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  /** Begins a sign-on. @returns undefined when the provider does not answer */
  begin(): Promise<{ readonly url: string; readonly secrets: SsoSecrets } | undefined>;
  /** @param answer the query of the provider's redirect, with its question mark */
  finish(answer: string, secrets: SsoSecrets): Promise<ProviderAnswer>;
}

type ProviderSettings = IdentityConfig["OIDC_PROVIDERS"][number];

/** Without a scope for profiles: of a person only the address is of use. */
const SCOPE = "openid email";

class TooSlow extends Error {}

/** Waits for one step of a sign-on, at most {@link PROVIDER_STEP_MS}. @throws {TooSlow} afterwards */
const inTime = <T>(step: Promise<T>): Promise<T> =>
  within(step, PROVIDER_STEP_MS, () => {
    throw new TooSlow("the identity provider is too slow");
  });

/** The method by which a client proves itself: in a header where the provider takes that, as its default is (section 9). */
function authenticationFor({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string) {
  const onlyPost = methods !== undefined && !methods.includes("client_secret_basic");
  return onlyPost ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

/**
 * Opens a provider. Its metadata (OpenID Connect Discovery 1.0) is fetched when somebody signs in with it, so a provider
 * that is away keeps nothing from starting.
 */
export function openProvider(
  { name, ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL }: ProviderSettings,
  publicUrl: string,
  logger: Logger,
): IdentityProvider {
  const redirectUri = `${publicUrl}/api/auth/sso/${name}/callback`;
  let known: { readonly configuration: Promise<Configuration>; readonly since: number } | undefined;

  const authenticate: ClientAuth = (provider, ...request) =>
    authenticationFor(provider, CLIENT_SECRET)(provider, ...request);
  const discover = async (): Promise<Configuration> => {
    const configuration = await discovery(new URL(ISSUER), CLIENT_ID, undefined, authenticate, {
      // Also checks the signature of tokens that come directly over TLS, which section 3.1.3.7 leaves open.
      execute: [enableNonRepudiationChecks, ...(ISSUER.startsWith("http:") ? [allowInsecureRequests] : [])],
      timeout: PROVIDER_REQUEST_SECONDS,
      [customFetch]: boundedFetch as CustomFetch,
    });
    // Throws where there is no address to sign in at: such metadata counts as no answer, and is not remembered.
    buildAuthorizationUrl(configuration, {});
    return configuration;
  };

  const configured = (): Promise<Configuration> => {
    if (known !== undefined && Date.now() - known.since < PROVIDER_METADATA_MS) return known.configuration;
    const configuration = discover();
    const attempt = { configuration, since: Date.now() };
    known = attempt;
    // Not remembered, so that the next sign-on tries again.
    configuration.catch(() => {
      if (known === attempt) known = undefined;
    });
    return configuration;
  };

  const away = (err: unknown): undefined => {
    logger.warn({ err, provider: name }, "an identity provider does not answer");
    return undefined;
  };

  const personOf = async (
    configuration: Configuration,
    answer: string,
    secrets: SsoSecrets,
  ): Promise<VouchedPerson> => {
    const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri + answer), {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("there is no ID token");
    const { issuer, userinfo_endpoint: hasInfo } = configuration.serverMetadata();
    // Many providers put the address into the user info alone (section 5.4). Both claims come from one of the two.
    const isComplete = claims["email"] !== undefined && claims["email_verified"] !== undefined;
    const source =
      isComplete || hasInfo === undefined
        ? claims
        : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const person = vouchedBy(issuer, source);
    if (person === undefined) throw new Error("the token names nobody");
    return person;
  };

  return {
    name,
    label: LABEL?.trim() ?? name,
    issuer: ISSUER,

    begin: async () => {
      const configuration = await inTime(configured()).catch(away);
      if (configuration === undefined) return undefined;
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, secrets };
    },

    finish: async (answer, secrets) => {
      const configuration = await inTime(configured()).catch(away);
      if (configuration === undefined) return { kind: "away" };
      try {
        return { kind: "person", person: await inTime(personOf(configuration, answer, secrets)) };
      } catch (error) {
        return { kind: kindOf(error, name, logger) };
      }
    },
  };
}

/** What an error of a sign-on means to its person. */
function kindOf(error: unknown, provider: string, logger: Logger): "denied" | "away" | "failed" {
  if (error instanceof AuthorizationResponseError && error.error === "access_denied") return "denied";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isAway =
    error instanceof TooSlow ||
    (error instanceof TypeError && code === "") ||
    code === "OAUTH_TIMEOUT" ||
    code === "OAUTH_ABORT" ||
    (error instanceof ResponseBodyError && error.status >= 500);
  logger.warn({ err: describe(error), provider }, isAway ? "an identity provider does not answer" : "a sign-on failed");
  return isAway ? "away" : "failed";
}

/** An error code (RFC 6749 sections 4.1.2.1 and 5.2). A caller or a provider may send any text in its place. */
const ERROR_WORD = /^[a-z_]{1,40}$/;

/** An error without the answers of the provider, which may hold tokens and addresses. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: "unknown" };
  const { name, message } = error;
  return {
    name,
    message,
    ...("code" in error ? { code: error.code } : {}),
    ...("error" in error && typeof error.error === "string" && ERROR_WORD.test(error.error)
      ? { error: error.error }
      : {}),
  };
}
