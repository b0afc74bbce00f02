import { randomUUID } from "node:crypto";
import {
  AddPasskey,
  BeginPasskey,
  BeginPasskeySignIn,
  ListPasskeys,
  type Passkey,
  type PasskeyAssertion,
  type SessionTokens,
  SignInWithPasskey,
  type UserId,
} from "@satchel/contracts";
import type { RunningIdentity } from "./running-identity.ts";
import { type Departures, SoftwareAuthenticator } from "./software-authenticator.ts";

/** The origin of the installation of {@link RunningIdentity}. */
export const ORIGIN = "https://satchel.example";

export interface Person {
  readonly userId: UserId;
  readonly email: string;
}

interface Holder extends Person {
  readonly authenticator: SoftwareAuthenticator;
  readonly passkey: Passkey;
}

/** What people do with passkeys, on a running identity. */
export function passkeyUse(identity: RunningIdentity) {
  const use = {
    somebody: async (): Promise<Person> => {
      const email = `holder-${randomUUID().slice(0, 8)}@post.example`;
      return { userId: (await identity.signIn(email)).userId, email };
    },
    add: async (
      userId: UserId,
      authenticator: SoftwareAuthenticator,
      { name = "Phone", departures = {} }: { name?: string; departures?: Departures } = {},
    ): Promise<Passkey> => {
      const { options } = await identity.send(BeginPasskey, { userId });
      const response = authenticator.create(options, departures);
      return identity.send(AddPasskey, { userId, name, response, locale: "en" });
    },
    /** An account with a passkey. */
    holder: async (synced = false): Promise<Holder> => {
      const authenticator = new SoftwareAuthenticator(ORIGIN, "ES256", synced);
      const person = await use.somebody();
      return { ...person, authenticator, passkey: await use.add(person.userId, authenticator) };
    },
    /** Lets an authenticator answer a new challenge. */
    answer: async (authenticator: SoftwareAuthenticator, departures: Departures = {}): Promise<PasskeyAssertion> => {
      const { options } = await identity.send(BeginPasskeySignIn, { client: "home" });
      return authenticator.get(options, departures);
    },
    signInWith: (response: PasskeyAssertion, client: string = randomUUID()): Promise<SessionTokens> =>
      identity.send(SignInWithPasskey, { response, stayLoggedIn: true, client, device: "Firefox on Linux" }),
    passkeysOf: async (userId: UserId): Promise<Passkey[]> => (await identity.send(ListPasskeys, { userId })).passkeys,
    mailsAbout: async (email: string, subject: string): Promise<string[]> =>
      (await identity.mailsTo(email)).filter((mail) => mail.includes(`Subject: ${subject}`)),
  };
  return use;
}
