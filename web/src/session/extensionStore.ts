import type { PublicConfig } from "@satchel/contracts";

type Store = "chrome" | "firefox";

/** The parts of `navigator` that are used. */
export interface Browser {
  readonly userAgent: string;
  /** `navigator.userAgentData`, if supported (User-Agent Client Hints). */
  readonly userAgentData?: { readonly mobile: boolean; readonly brands: readonly { readonly brand: string }[] };
}

const MOBILE = /Mobi|Android|iPhone|iPad/i;

/** The store for this browser's extensions: only for Chrome and Firefox on a desktop. */
export function storeOf({ userAgent, userAgentData }: Browser): Store | undefined {
  if (userAgentData?.mobile === true || MOBILE.test(userAgent)) return undefined;
  if (/Firefox\/\d/.test(userAgent) && !/Seamonkey/i.test(userAgent)) return "firefox";
  const brands = userAgentData?.brands.map(({ brand }) => brand);
  const isChrome =
    brands?.includes("Google Chrome") ?? (/Chrome\/\d/.test(userAgent) && !/Edg\/|OPR\//.test(userAgent));
  return isChrome ? "chrome" : undefined;
}

/** The extension's page in a store, if configured. */
export const storeUrl = (config: PublicConfig, store: Store): string | undefined => config.extension[store];
