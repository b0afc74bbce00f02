import {
  beginSso,
  BeginSso,
  connectSignIn,
  disconnectSignIn,
  DisconnectSignIn,
  finishSso,
  FinishSso,
  isSatchelError,
  laterTexts,
  listSignIns,
  ListSignIns,
  proveSso,
  ProveSso,
  SatchelError,
  signInByProxy,
  SignInByProxy,
  SSO_ANSWER_CHARS,
  type SsoOutcome,
  type SsoProblem,
} from "@satchel/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";
import type { Session } from "../sessions/access-token.ts";
import { tokenResponse } from "./auth.ts";

/** Where the page opens after a sign-on that names nothing else. */
const ARCHIVE = "/links";

/** An answer that sends a browser to an address of this page, or to the provider. */
const to = (location: string) => ({ status: 303 as const, body: null, headers: { location } });

/** The page that says in words how a sign-on ended. */
const toPage = (sso: SsoProblem | "connected", provider: string, isConnecting: boolean) =>
  to(`/?${new URLSearchParams({ sso, provider, ...(isConnecting ? { connecting: "1" } : {}) }).toString()}`);

/** The page that asks for the mailed code. */
const toProof = ({ stayLoggedIn, returnTo }: Extract<SsoOutcome, { kind: "proof" }>, provider: string) =>
  to(
    `/?${new URLSearchParams({
      sso: "proof",
      provider,
      stay: String(stayLoggedIn),
      ...(returnTo === undefined ? {} : { return_to: returnTo }),
    }).toString()}`,
  );

/** The problem that an error of identity is to somebody who signs in. */
function problemOf(error: unknown): SsoProblem | undefined {
  if (!isSatchelError(error)) return undefined;
  const { code } = error.data;
  if (code === "unavailable") return "away";
  if (code === "limited") return "limited";
  return code === "unauthenticated" || code === "forbidden" ? "denied" : "failed";
}

/** Signing in at identity providers: their redirects, the cookie of a sign-on, and what is connected to an account. */
export async function singleSignOnRoutes(
  app: FastifyInstance,
  { commands, perform, cookies, flows, readHeader, callerOf, logger }: Parts,
): Promise<void> {
  publicRoute(app, beginSso, async ({ params: { provider }, query, reply }) => {
    const { stay_logged_in: stayLoggedIn = true, return_to: returnTo } = query;
    try {
      const asked = { provider, stayLoggedIn, ...(returnTo === undefined ? {} : { returnTo }) };
      const { result } = await commands.send(BeginSso, asked);
      flows.set(reply, result.flow);
      return to(result.url);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return toPage(problem, provider, false);
    }
  });

  publicRoute(app, finishSso, async ({ params: { provider }, session, request, reply }) => {
    const flow = flows.flow(request);
    const answer = queryOf(request);
    if (flow === undefined) return toPage("expired", provider, false);
    if (answer.length > SSO_ANSWER_CHARS) return toPage("failed", provider, false);
    try {
      const { client, device, locale } = callerOf(request);
      const here = sessionOf(session);
      const payload = {
        provider,
        answer,
        flow,
        client,
        device,
        locale,
        ...(here === undefined ? {} : { session: here }),
      };
      const { result } = await perform(FinishSso, payload);
      // It is none to this sign-on, but perhaps to that of another tab, whose own is still to come.
      const isOfAnother = result.kind === "refused" && result.problem === "expired";
      if (!isOfAnother) flows.clear(reply);
      return answerTo(result, provider, reply);
    } catch (error) {
      logger.warn({ err: error, provider }, "a single sign-on failed");
      flows.clear(reply);
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return toPage(problem, provider, false);
    }
  });

  function answerTo(outcome: SsoOutcome, provider: string, reply: FastifyReply) {
    switch (outcome.kind) {
      case "signed-in":
        cookies.set(reply, outcome.tokens);
        cookies.announce(reply, outcome.tokens.stayLoggedIn);
        return to(outcome.returnTo ?? ARCHIVE);
      case "connected":
        return toPage("connected", provider, true);
      case "proof":
        flows.set(reply, outcome.flow);
        return toProof(outcome, provider);
      case "refused":
        return toPage(outcome.problem, provider, outcome.isConnecting);
    }
  }

  publicRoute(app, proveSso, async ({ body, request, reply }) => {
    const flow = flows.flow(request);
    if (flow === undefined) throw new SatchelError("rejected", laterTexts.sso.expired);
    const { client, device, locale } = callerOf(request);
    const { result, headers } = await perform(ProveSso, { flow, code: body.code, client, device, locale });
    flows.clear(reply);
    cookies.set(reply, result);
    return { status: 200, body: tokenResponse(result), headers };
  });

  publicRoute(app, signInByProxy, async ({ session, request, reply }) => {
    const named = readHeader(request.raw);
    if (named.kind === "none") return { status: 200, body: { status: "none" as const } };
    const here = sessionOf(session);
    if (named.kind === "wrong") throw new SatchelError("rejected", laterTexts.sso.header);
    const { device } = callerOf(request);
    const asked = { address: named.address, device, ...(here === undefined ? {} : { session: here }) };
    const { result, headers } = await perform(SignInByProxy, asked);
    if (result.tokens === undefined) return { status: 200, body: { status: "here" as const } };
    cookies.set(reply, result.tokens);
    return { status: 200, body: { status: "begun" as const }, headers };
  });

  route(app, listSignIns, async ({ userId }) => {
    const { result } = await commands.send(ListSignIns, { userId });
    return { status: 200, body: result };
  });

  // A call that another site can't make: otherwise it could connect somebody's account to a person of its own.
  route(app, connectSignIn, async ({ userId, session, params: { provider }, reply }) => {
    const { sessionId } = session;
    const asked = { provider, stayLoggedIn: true, connect: { userId, sessionId } };
    const { result } = await commands.send(BeginSso, asked);
    flows.set(reply, result.flow);
    return { status: 200, body: { url: result.url } };
  });

  route(app, disconnectSignIn, async ({ userId, params, request }) => {
    const { headers } = await perform(DisconnectSignIn, { userId, id: params.id, locale: callerOf(request).locale });
    return { status: 204, body: null, headers };
  });
}

/** The query of a request with its question mark, as it was sent. */
const queryOf = ({ url }: FastifyRequest): string => (url.includes("?") ? url.slice(url.indexOf("?")) : "");

const sessionOf = (session: Session | undefined) =>
  session === undefined ? undefined : { userId: session.userId, sessionId: session.sessionId };
