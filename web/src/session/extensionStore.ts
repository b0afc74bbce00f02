import type { PublicConfig } from "@satchel/contracts";

type Store = "chrome" | "firefox";

/** What the choice of a store needs of the browser. */
export interface Browser {
  readonly userAgent: string;
  /** `navigator.userAgentData`, where the browser has it (User-Agent Client Hints). */
  readonly userAgentData?: { readonly mobile: boolean; readonly brands: readonly { readonly brand: string }[] };
}

const MOBILE = /Mobi|Android|iPhone|iPad/i;

/** The store whose extension the browser takes: only of Chrome and Firefox on a desktop. */
export function storeOf({ userAgent, userAgentData }: Browser): Store | undefined {
  if (userAgentData?.mobile === true || MOBILE.test(userAgent)) return undefined;
  if (/Firefox\/\d/.test(userAgent) && !/Seamonkey/i.test(userAgent)) return "firefox";
  const brands = userAgentData?.brands.map(({ brand }) => brand);
  const isChrome =
    brands?.includes("Google Chrome") ?? (/Chrome\/\d/.test(userAgent) && !/Edg\/|OPR\//.test(userAgent));
  return isChrome ? "chrome" : undefined;
}

/** The page of the extension in a store, where this server names one. */
export const storeUrl = (config: PublicConfig, store: Store): string | undefined => config.extension[store];
