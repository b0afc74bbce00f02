import type { Logger } from "@satchel/chassis";
import type { IdentityConfig } from "../config.ts";
import type { IdentityProvider } from "./provider.ts";

/** The identity providers of the settings. */
export interface IdentityProviders {
  find(name: string): IdentityProvider | undefined;
  /** The label of the provider at an address; the address where it is no longer in the settings. */
  labelOf(issuer: string): string;
  /** Whether people can still sign in at an address. */
  offers(issuer: string): boolean;
}

export async function openProviders(
  { OIDC_PROVIDERS, PUBLIC_URL }: Pick<IdentityConfig, "OIDC_PROVIDERS" | "PUBLIC_URL">,
  logger: Logger,
): Promise<IdentityProviders> {
  const providers: IdentityProvider[] = [];
  if (OIDC_PROVIDERS.length > 0) {
    const { openProvider } = await import("./provider.ts");
    const url = PUBLIC_URL.replace(/\/+$/, "");
    providers.push(...OIDC_PROVIDERS.map((settings) => openProvider(settings, url, logger)));
  }
  const at = (issuer: string) => providers.find((provider) => isSameIssuer(provider.issuer, issuer));
  return {
    find: (name) => providers.find((provider) => provider.name === name),
    labelOf: (issuer) => at(issuer)?.label ?? issuer,
    offers: (issuer) => at(issuer) !== undefined,
  };
}

/** A provider names itself exactly; in settings a slash at the end may be more or missing. */
const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, "") === b.replace(/\/$/, "");
