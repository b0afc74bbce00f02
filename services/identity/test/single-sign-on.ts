import { randomUUID } from "node:crypto";
import { BeginSso, FinishSso, type PayloadOf, type SsoOutcome } from "@satchel/contracts";
import type { TestProvider } from "./identity-provider.ts";
import { clientOf, type RunningIdentity } from "./running-identity.ts";

type Begin = Partial<PayloadOf<typeof BeginSso>>;

/** A sign-on whose browser is back from the provider. */
export interface Returned {
  readonly provider: string;
  /** The query of the redirect. */
  readonly answer: string;
  readonly flow: string;
}

/** Single sign-ons as a browser and the gateway make them. */
export function singleSignOn(identity: RunningIdentity, provider: TestProvider, name = "home") {
  const use = {
    /** Begins, signs in at the provider and comes back. @param change of the address at the provider */
    comeBack: async (begin: Begin = {}, change: (url: URL) => void = () => {}): Promise<Returned> => {
      const { url, flow } = await identity.send(BeginSso, { provider: name, stayLoggedIn: true, ...begin });
      const at = new URL(url);
      change(at);
      return { provider: name, answer: (await provider.visit(at.href)).search, flow };
    },
    finish: async (
      returned: Returned,
      more: Partial<PayloadOf<typeof FinishSso>> = {},
      commandId: string = randomUUID(),
    ): Promise<SsoOutcome> => {
      const client = clientOf(JSON.stringify(provider.person ?? {}));
      const payload = { ...returned, client, device: "Firefox on Linux", locale: "en" as const, ...more };
      return identity.send(FinishSso, payload, commandId);
    },
    /** A whole sign-on of whoever is at the provider. */
    signIn: async (begin: Begin = {}): Promise<SsoOutcome> => use.finish(await use.comeBack(begin)),
  };
  return use;
}

/** The tokens of a sign-on that began a session. */
export function tokensOf(outcome: SsoOutcome) {
  if (outcome.kind !== "signed-in") throw new Error(JSON.stringify(outcome));
  return outcome.tokens;
}

/** What proves the account of a sign-on's address. */
export function proofOf(outcome: SsoOutcome) {
  if (outcome.kind !== "proof") throw new Error(JSON.stringify(outcome));
  return outcome.flow;
}
