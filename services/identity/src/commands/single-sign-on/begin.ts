import { type CommandHandler, handler } from "@satchel/chassis";
import { BeginSso, laterTexts, SatchelError, texts } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { pathWithin } from "../../domain/connected-sign-in.ts";
import type { Parts } from "../parts.ts";

/** Begins a single sign-on. It needs no rate limit, because nothing is stored. */
export const beginSso = ({ providers, ssoFlows }: Parts): CommandHandler =>
  handler(BeginSso, async ({ provider: name, stayLoggedIn, returnTo, connect }) => {
    const provider = providers.find(name);
    if (provider === undefined) throw new SatchelError("not-found", texts.server.notFound);
    const begun = await provider.begin();
    if (begun === undefined) throw new SatchelError("unavailable", laterTexts.sso.away, { retryAfter: 5 });
    const path = pathWithin(returnTo);
    const flow = await ssoFlows.seal("departure", {
      ...begun.secrets,
      provider: name,
      stayLoggedIn,
      ...compact({ returnTo: path, connect }),
    });
    return { result: { url: begun.url, flow } };
  });
