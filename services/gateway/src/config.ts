import {
  busSettings,
  databaseSettings,
  httpSettings,
  isLoopback,
  keySettings,
  operationsSettings,
  outgoingSettings,
  PUBLIC_URL,
  SAVE_ADDRESS,
  siteSettings,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the gateway takes from the environment. */
export const GatewayConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...httpSettings,
  /** Default http://localhost:$PORT. */
  PUBLIC_URL: Type.Optional(PUBLIC_URL),
  SAVE_ADDRESS,
  ...siteSettings,
  TOKEN_KEY: keySettings.TOKEN_KEY,
  ...outgoingSettings,
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
