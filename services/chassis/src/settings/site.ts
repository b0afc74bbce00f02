import Type from "typebox";
import { isMailAddress, isNetwork, isOrigin, isUrlOf } from "./checks.ts";
import { ListenHost } from "./service.ts";
import { AnyPort, Key, List, Text, Whole } from "./setting.ts";

/** Names of networks that stand for their addresses in `TRUST_PROXY` (Fastify, trustProxy). */
const NETWORK_NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);

export const httpSettings = {
  HOST: ListenHost("address that HTTP is served on"),
  PORT: AnyPort({ default: 3000, example: "3000", description: "port of HTTP; 0: any free one" }),
  TRUST_PROXY: List({
    check: (item) => isNetwork(item) || NETWORK_NAMES.has(item),
    must: "be addresses or networks, separated by commas",
    example: "127.0.0.1, 10.0.0.0/8",
    description: "addresses or networks of proxies in front, whose X-Forwarded-* headers are believed",
  }),
  WEB_ROOT: Type.Optional(
    Text({
      must: "be a folder",
      example: "web/dist",
      description: "folder of the built web page; none: only the API is served",
    }),
  ),
  AUTH_PER_MINUTE: Whole({
    default: 120,
    minimum: 1,
    maximum: 1_000_000,
    description: "calls of /api/auth/ per client address",
  }),
};

export const PUBLIC_URL = Text({
  check: isOrigin,
  must: "be http:// or https:// with a host, with or without a port, and no path",
  example: "https://satchel.example",
  description: "where browsers find this server",
});

/** What the page shows about the operator, and where the browser extension is. */
export const siteSettings = {
  SUPPORT_ADDRESS: Type.Optional(
    Text({
      check: isMailAddress,
      must: "be an email address",
      example: "help@satchel.example",
      description: "where users write for help; default support@ the save address' domain",
    }),
  ),
  REPORT_ADDRESS: Type.Optional(
    Text({
      check: isMailAddress,
      must: "be an email address",
      example: "abuse@satchel.example",
      description: "where shared pages are reported; default SUPPORT_ADDRESS",
    }),
  ),
  LEGAL_URL: Type.Optional(
    Text({
      check: isUrlOf("https", "http"),
      must: "be an address that begins with https:// or http://",
      example: "https://satchel.example/imprint",
      description: "the operator's legal notice, linked from the landing page and from shared pages",
    }),
  ),
  OPERATOR_NAME: Type.Optional(
    Text({ must: "be a name", example: "Anna Example", description: "who runs this server, for /privacy" }),
  ),
  OPERATOR_ADDRESS: Type.Optional(
    Text({
      must: "be a postal address",
      example: "1 Example Street, Exampleton",
      description: "their postal address, for /privacy",
    }),
  ),
  CHROME_STORE_URL: Type.Optional(
    Text({
      check: isUrlOf("https"),
      must: "be an address that begins with https://",
      example: "https://chromewebstore.google.com/detail/satchel",
      description: "page of the browser extension in Chrome's store",
    }),
  ),
  FIREFOX_STORE_URL: Type.Optional(
    Text({
      check: isUrlOf("https"),
      must: "be an address that begins with https://",
      example: "https://addons.mozilla.org/firefox/addon/satchel",
      description: "page of the browser extension in Firefox's store",
    }),
  ),
};

/** Settings of the operator's page, in one process with all services or alone. */
export const adminSettings = {
  ADMIN_HOST: ListenHost("address of the operator's page"),
  ADMIN_PORT: AnyPort({ default: 3001, example: "3001", description: "port of the operator's page; 0: any free one" }),
};

export const ADMIN_TOKEN = Key("what opens the operator's page");

/**
 * Keys of the installation. With another `ADDRESS_KEY`, no account is found by its e-mail address, and a link that is saved
 * again gets another id, so it is stored twice.
 */
export const keySettings = {
  ADDRESS_KEY: Key("the installation's key for mail addresses and for the ids of links"),
  CODE_KEY: Key("the installation's key for sign-in codes"),
  TOKEN_KEY: Key("the installation's key for access and refresh tokens"),
};
