import { type Address, type CommandHandler, type CommandOutcome, handler, normaliseAddress } from "@satchel/chassis";
import {
  FinishSso,
  isSatchelError,
  type PayloadOf,
  type SsoOutcome,
  type SsoProblem,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { v5 as uuidv5 } from "uuid";
import { ensureAccount } from "../../accounts/registration.ts";
import type { Person } from "../../domain/connected-sign-in.ts";
import { sessionIdOf } from "../../domain/session.ts";
import { composeCode } from "../../mail/code-mail.ts";
import type { Departure } from "../../secrets/sso-flows.ts";
import type { Parts } from "../parts.ts";
import { connectPerson } from "./connect-person.ts";

type Outcome = CommandOutcome<SsoOutcome>;

/** A command in progress: what it was sent with, and its flow. */
interface Finishing {
  readonly payload: PayloadOf<typeof FinishSso>;
  readonly departure: Departure;
  readonly label: string;
  readonly commandId: string;
  readonly retry: boolean;
}

/**
 * Finishes a single sign-on. A person who is known opens their account, whatever their address is now. Anybody else needs
 * an address that the provider verified: where nobody has it, an account is registered; where somebody has, the address
 * alone is no proof, because a provider may give an address to somebody else, or be careless.
 */
export const finishSso = (parts: Parts): CommandHandler =>
  handler(FinishSso, async (payload, { commandId, retry }) => {
    const departure = await parts.ssoFlows.openDeparture(payload.flow);
    const provider = parts.providers.find(payload.provider);
    if (departure === undefined || provider === undefined || departure.provider !== provider.name) {
      return refused("expired");
    }
    const isConnecting = departure.connect !== undefined;
    // Of another tab, which began before: this sign-on still waits for its own answer.
    if (new URLSearchParams(payload.answer).get("state") !== departure.state) return refused("expired", isConnecting);
    // Before the provider is asked: it refuses a code that was used, and this does not depend on that.
    if ((await parts.challenges.use(departure.state, commandId)) === "spent") return refused("expired", isConnecting);
    const answer = await provider.finish(payload.answer, departure);
    if (answer.kind !== "person") return refused(answer.kind, isConnecting);
    const finishing = { payload, departure, label: provider.label, commandId, retry };
    const { person } = answer;
    if (isConnecting) return connect(parts, finishing, person);
    const known = await parts.signIns.find(person);
    if (known !== undefined) return signIn(parts, finishing, known);
    const address = person.email === undefined ? undefined : normaliseAddress(person.email);
    if (address === undefined || !person.isVerified) return refused("unverified");
    return (await parts.accounts.find(address)) === undefined
      ? register(parts, finishing, person, address)
      : askForProof(parts, finishing, person, address);
  });

/** Adds the person to the account of the session that began it. */
async function connect(parts: Parts, finishing: Finishing, person: Person): Promise<Outcome> {
  const { departure, payload, commandId } = finishing;
  const { connect: asked } = departure;
  const here = payload.session;
  if (asked === undefined || (here !== undefined && here.sessionId !== asked.sessionId))
    return refused("expired", true);
  if (!(await parts.sessions.isValid(asked.userId, asked.sessionId))) return refused("expired", true);
  try {
    const position = await connectPerson(parts, { userId: asked.userId, person, locale: payload.locale }, commandId);
    return { result: { kind: "connected", ...returning(departure) }, position };
  } catch (error) {
    if (isSatchelError(error) && error.code === "taken") return refused("taken", true);
    if (isSatchelError(error) && error.code === "full") return refused("full", true);
    throw error;
  }
}

/** Registers an account for a verified address that nobody has, and connects the person to it. */
async function register(parts: Parts, finishing: Finishing, person: Person, address: Address): Promise<Outcome> {
  const { commandId } = finishing;
  let account: Awaited<ReturnType<typeof ensureAccount>>;
  try {
    account = await ensureAccount(parts, address, commandId);
  } catch (error) {
    if (isSatchelError(error) && error.code === "forbidden") return refused("closed");
    throw error;
  }
  // Somebody registered it at the same moment: then it is not this person's because of the address alone.
  if (!account.isNew) return askForProof(parts, finishing, person, address);
  const { position } = await parts.signIns.connect(account.userId, person, 0, uuidv5("SignInConnected", commandId));
  const { result } = await signIn(parts, finishing, account.userId);
  return { result, position };
}

async function signIn(parts: Parts, finishing: Finishing, userId: UserId): Promise<Outcome> {
  const { departure, payload, commandId, retry } = finishing;
  const session = { userId, stayLoggedIn: departure.stayLoggedIn, verified: true, device: payload.device };
  const tokens = await parts.sessions.begin(sessionIdOf(commandId), session, retry);
  return { result: { kind: "signed-in", tokens, ...returning(departure) } };
}

/** Mails a code to the address, which proves that its account is this person's. */
async function askForProof(parts: Parts, finishing: Finishing, person: Person, address: Address): Promise<Outcome> {
  const { departure, payload, label, commandId } = finishing;
  const { client, locale } = payload;
  try {
    const code = await parts.codes.issue("connect", { address, client }, commandId);
    const about = { code, address, locale, requestedAt: new Date(parts.clock()), publicUrl: parts.publicUrl };
    await parts.mailer.send(composeCode("connect", { ...about, provider: label }));
  } catch (error) {
    if (isSatchelError(error) && error.code === "limited") return refused("limited");
    parts.logger.warn({ err: error }, "the code for a single sign-on could not be mailed");
    return refused("failed");
  }
  const { state, provider, stayLoggedIn } = departure;
  const flow = await parts.ssoFlows.seal("claimant", {
    state,
    provider,
    stayLoggedIn,
    issuer: person.issuer,
    subject: person.subject,
    address,
  });
  return { result: { kind: "proof", flow, stayLoggedIn, ...returning(departure) } };
}

const returning = ({ returnTo }: Pick<Departure, "returnTo">) => compact({ returnTo });

const refused = (problem: SsoProblem, isConnecting = false): Outcome => ({
  result: { kind: "refused", problem, isConnecting },
});
