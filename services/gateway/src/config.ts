import { busSettings, databaseSettings, List, operationsSettings, isLoopback } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the page tells of who runs this server, and where its extension is found. */
export const siteSettings = {
  SUPPORT_ADDRESS: Type.Optional(
    Type.String({ pattern: "^[^@\\s]+@[^@\\s]+$", description: "default support@ the save address' domain" }),
  ),
  OPERATOR_NAME: Type.Optional(Type.String({ minLength: 1, description: "who runs this server, for /privacy" })),
  OPERATOR_ADDRESS: Type.Optional(Type.String({ minLength: 1, description: "their postal address, for /privacy" })),
  CHROME_STORE_URL: Type.Optional(
    Type.String({ pattern: "^https://", description: "page of the browser extension in Chrome's store" }),
  ),
  FIREFOX_STORE_URL: Type.Optional(
    Type.String({ pattern: "^https://", description: "page of the browser extension in Firefox's store" }),
  ),
};

/** What the gateway takes from the environment. */
export const GatewayConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "address that HTTP is served on" }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: "port of HTTP; 0: any free one" }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: "^https?://[^\\s/?#@]+/?$",
      description: "where browsers find this server, as scheme://host[:port]; default http://localhost:$PORT",
    }),
  ),
  SAVE_ADDRESS: Type.String({ default: "save@localhost", pattern: "^[^@\\s]+@[^@\\s]+$" }),
  ...siteSettings,
  TOKEN_KEY: Type.String({
    minLength: 32,
    description: "the key that access tokens are signed with, 32 characters or more",
  }),
  WEB_ROOT: Type.Optional(Type.String({ description: "folder of the built web page; none: only the API is served" })),
  OUTBOX_DIR: Type.Optional(Type.String({ description: "folder of the mails that were not sent, shown at /outbox" })),
  SMTP_URL: Type.Optional(
    Type.String({ description: "set when outgoing mail is really sent: there is no outbox then" }),
  ),
  TRUST_PROXY: List({ description: "addresses or networks of proxies whose X-Forwarded-* headers are believed" }),
  AUTH_PER_MINUTE: Type.Integer({ default: 120, minimum: 1, description: "calls of /api/auth/ per client address" }),
});
export type GatewayConfig = Static<typeof GatewayConfig>;

/** What follows from the configuration: how this server looks from outside. */
export interface Site {
  /** Scheme, host and port that browsers see. */
  readonly origin: string;
  /** Whether browsers come over https: cookies are then bound to it. */
  readonly secure: boolean;
  readonly saveAddress: string;
  readonly supportAddress: string;
  /** Who runs this server, as far as they say. */
  readonly operator: { readonly name: string; readonly address?: string } | undefined;
  /** Pages of the browser extension in the stores. */
  readonly extension: { readonly chrome?: string; readonly firefox?: string };
  /** Folder of the outgoing mails that the outbox page shows; only this machine may see them. */
  readonly outboxDir: string | undefined;
}

/**
 * Whether mails that are sent nowhere are shown at `/outbox`: as long as nobody but this machine can ask. Behind a proxy on
 * this machine, whoever comes is from this machine and calls it by its own name; so the public address has to be its own too.
 */
export const showsOutbox = (given: { HOST: string; PUBLIC_URL: string; SMTP_URL?: string }): boolean =>
  given.SMTP_URL === undefined && isLoopback(given.HOST) && isLoopback(new URL(given.PUBLIC_URL).hostname);

/** Reads the site off the configuration. */
export function siteOf(config: GatewayConfig): Site {
  const { origin, protocol } = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
  const {
    OPERATOR_NAME: name,
    OPERATOR_ADDRESS: address,
    CHROME_STORE_URL: chrome,
    FIREFOX_STORE_URL: firefox,
  } = config;
  const domain = config.SAVE_ADDRESS.slice(config.SAVE_ADDRESS.lastIndexOf("@") + 1);
  return {
    origin,
    secure: protocol === "https:",
    saveAddress: config.SAVE_ADDRESS,
    supportAddress: config.SUPPORT_ADDRESS ?? `support@${domain}`,
    operator: name === undefined ? undefined : { name, ...(address === undefined ? {} : { address }) },
    extension: { ...(chrome === undefined ? {} : { chrome }), ...(firefox === undefined ? {} : { firefox }) },
    outboxDir: showsOutbox({ ...config, PUBLIC_URL: origin }) ? config.OUTBOX_DIR : undefined,
  };
}
