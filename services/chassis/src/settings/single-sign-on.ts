import { ISSUER_CHARS, parseUrl, PROVIDER_LABEL_CHARS } from "@satchel/contracts";
import Type from "typebox";
import type { SettingsRule } from "../configuration.ts";
import { isLoopback } from "../network.ts";
import { isNetwork } from "./checks.ts";
import { List, NamedList, Text } from "./setting.ts";

/** Whether a text is the address of an identity provider: https, or http on this machine, for trying it out. */
function isIssuer(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined || text.length > ISSUER_CHARS || /[?#\s]/.test(text) || url.username + url.password !== "")
    return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

const label = {
  LABEL: Type.Optional(
    Text({
      check: (text) => text.trim() !== "" && text.length <= PROVIDER_LABEL_CHARS,
      must: `have ${PROVIDER_LABEL_CHARS} characters or fewer`,
      example: "Acme",
      description: "the provider's name on the page, as in “Continue with Acme”; the short name when missing",
    }),
  ),
};

const provider = {
  ISSUER: Text({
    check: isIssuer,
    must: "be the provider's address as it names itself, with https",
    example: "https://auth.example.org",
    description: "address of the provider, as it names itself in its /.well-known/openid-configuration",
  }),
  CLIENT_ID: Text({
    must: "be the id under which the provider knows Satchel",
    example: "satchel",
    description: "id under which the provider knows Satchel",
  }),
  CLIENT_SECRET: Text({
    must: "be the secret that the provider knows Satchel by",
    example: "the output of openssl rand -hex 32",
    description: "secret that the provider knows Satchel by",
  }),
  ...label,
};

const words = {
  prefix: "OIDC",
  must: "be short names of small letters and digits, separated by commas, each once",
  example: "home, work",
  description:
    "OpenID Connect providers to sign in with: short names; each has its own OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _LABEL",
};

const SIGN_IN = Type.Enum(["any", "sso"], {
  default: "any",
  must: "be any or sso",
  example: "sso",
  description: "how people sign in: any: every way; sso: with single sign-on alone",
});

/** Single sign-on, for the service that holds the secrets. */
export const singleSignOnSettings = { OIDC_PROVIDERS: NamedList({ ...words, each: provider }), SIGN_IN };

/** Single sign-on, for what the page shows of it. */
export const shownSignOnSettings = { OIDC_PROVIDERS: NamedList({ ...words, each: label }), SIGN_IN };

/** A header of a proxy that has signed its visitors in. */
export const trustedHeaderSettings = {
  TRUSTED_HEADER: Type.Optional(
    Text({
      check: (text) => /^[a-z][a-z0-9-]{0,60}$/i.test(text) && !KNOWN_HEADERS.test(text),
      must: "be the name of a header that only your proxy sets",
      example: "Remote-Email",
      description:
        "header in which a proxy names the email address of whoever it has signed in; none: no header is believed",
    }),
  ),
  TRUSTED_HEADER_PROXIES: List({
    check: isNetwork,
    must: "be addresses or networks, separated by commas",
    example: "10.0.0.5, ::1",
    description: "addresses or networks of the proxies whose TRUSTED_HEADER is believed: of the connection itself",
  }),
};

/** Headers that browsers and other proxies set. */
const KNOWN_HEADERS =
  /^(?:accept.*|authorization|cookie|content-.*|forwarded|from|host|origin|referer|sec-.*|user-agent|x-forwarded-for|x-real-ip)$/i;

/** `TRUSTED_HEADER` and `TRUSTED_HEADER_PROXIES` go together. */
export const wholeTrustedHeader: SettingsRule = ({ TRUSTED_HEADER, TRUSTED_HEADER_PROXIES: proxies }) => {
  const hasProxies = Array.isArray(proxies) && proxies.length > 0;
  if (TRUSTED_HEADER !== undefined && !hasProxies) {
    return "TRUSTED_HEADER_PROXIES is missing: without it anybody could name any address in TRUSTED_HEADER";
  }
  return TRUSTED_HEADER === undefined && hasProxies
    ? "TRUSTED_HEADER_PROXIES has no effect without TRUSTED_HEADER"
    : undefined;
};

/** With single sign-on alone, there has to be one. */
export const possibleSignIn: SettingsRule = ({ SIGN_IN: how, OIDC_PROVIDERS: providers, TRUSTED_HEADER: header }) =>
  how === "sso" && header === undefined && (!Array.isArray(providers) || providers.length === 0)
    ? "OIDC_PROVIDERS is missing: with SIGN_IN=sso nobody could sign in"
    : undefined;
