import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "@satchel/testing";
import { type Configuration, Provider } from "oidc-provider";

/** Somebody whom an identity provider knows. */
interface KnownPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
}

/** A real OpenID Connect provider, `oidc-provider`, on this machine. */
export interface TestProvider {
  readonly issuer: string;
  /** The settings of a service for it, under a short name. */
  settings(name: string): Record<string, string>;
  /** Whoever signs in from now on. Undefined: they decline. */
  person: KnownPerson | undefined;
  /** Changes what it answers; undefined: nothing. */
  tamper: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Goes away, and comes back at the same address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /**
   * Visits an address of the provider as a browser without cookies, signs in and agrees.
   * @returns the address to which it sends the browser back
   */
  visit(url: string): Promise<URL>;
}

const CLIENT = { id: "satchel", secret: "a secret between the two of them" };

interface ProviderOptions {
  /** Satchel's addresses, to which it sends browsers back under each name. */
  readonly publicUrl: string;
  readonly names?: readonly string[];
  /** Whether addresses are in the ID token; otherwise in the user info alone. */
  readonly inToken?: boolean;
  /** What differs from a usual provider. */
  readonly more?: Partial<Configuration>;
}

const key = {
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  use: "sig",
  alg: "RS256",
};

/** Starts a provider at a free port. */
export async function startIdentityProvider({
  publicUrl,
  names = ["home"],
  inToken = false,
  more = {},
}: ProviderOptions): Promise<TestProvider> {
  const server = createServer();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  atEnd(close);
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, KnownPerson>();
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: names.map((name) => `${publicUrl}/api/auth/sso/${name}/callback`),
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !inToken,
    cookies: { keys: ["for tests only"] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    ...more,
  });
  const answer = provider.callback();

  const decide = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { person } = running;
    if (person === undefined) {
      await provider.interactionFinished(request, response, { error: "access_denied", error_description: "declined" });
      return;
    }
    people.set(person.sub, person);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid email");
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };

  server.on("request", (request, response) => {
    if (running.tamper?.(request, response) === true) return;
    if (request.url?.startsWith("/interaction/") === true) void decide(request, response);
    else void answer(request, response);
  });

  const running: TestProvider = {
    issuer,
    settings: (name) => {
      const prefix = `OIDC_${name.toUpperCase()}_`;
      return {
        [`${prefix}ISSUER`]: issuer,
        [`${prefix}CLIENT_ID`]: CLIENT.id,
        [`${prefix}CLIENT_SECRET`]: CLIENT.secret,
        [`${prefix}LABEL`]: `The ${name}`,
      };
    },
    person: undefined,
    tamper: undefined,
    leave: close,
    comeBack: () => listen(port),
    visit: async (url) => {
      const jar = new Map<string, string>();
      for (let at = new URL(url), hops = 0; hops < 20; hops++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const reply = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [pair = ""] = set.split(";");
          jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const location = reply.headers.get("location");
        if (location === null) throw new Error(`${at.href}: ${reply.status} ${await reply.text()}`);
        at = new URL(location, at);
        if (at.origin !== issuer) return at;
      }
      throw new Error("too many redirects");
    },
  };
  return running;
}
