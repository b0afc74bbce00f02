import { configureStore } from "@reduxjs/toolkit";
import { describe, expect, it, vi } from "vitest";
import { ask } from "../../session/ask.ts";
import { createTransport } from "../../kit/transport/transport.ts";
import { signInCalls } from "./signIn.api.ts";

const { beginPasskeySignIn, login, register, requestPasswordReset, resendCode, signInWithPasskey, verifyEmail } =
  signInCalls;
const anna = { email: "anna@post.example", stay_logged_in: true };

/** The page's store over a server that answers every call the same. */
function storeOver(status: number, detail: string) {
  const calls: [path: string, body: unknown][] = [];
  const onSessionLost = vi.fn();
  const transport = createTransport({
    fetch: async (path, { body }) => {
      calls.push([path, body]);
      return new Response(JSON.stringify({ detail }), { status });
    },
    isLoggingOut: () => false,
    onRefreshed: vi.fn(),
    onSessionLost,
    onAnswered: () => undefined,
    warn: vi.fn(),
  });
  const store = configureStore({
    reducer: () => ({}),
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: { transport } } }),
  });
  return { store, calls, onSessionLost };
}

type Dispatch = ReturnType<typeof storeOver>["store"]["dispatch"];

describe("a 401 while signing in", () => {
  const attempts: Record<string, (dispatch: Dispatch) => PromiseLike<{ error?: unknown }>> = {
    "asking for the first step": (dispatch) => dispatch(ask(register(anna)) as never),
    "asking for another code": (dispatch) => dispatch(ask(resendCode(anna.email)) as never),
    "sending the code": (dispatch) => dispatch(ask(verifyEmail({ ...anna, code: "407219" })) as never),
    "sending the password": (dispatch) => dispatch(ask(login({ ...anna, password: "brass-buckle" })) as never),
    "asking for a reset code": (dispatch) => dispatch(ask(requestPasswordReset(anna.email)) as never),
    "asking for a passkey's challenge": (dispatch) => dispatch(ask(beginPasskeySignIn()) as never),
    "answering with a passkey": (dispatch) =>
      dispatch(ask(signInWithPasskey({ response: {} as never, stay_logged_in: true })) as never),
  };

  it.each(Object.entries(attempts))("by %s is an answer, and no lost session", async (_, attempt) => {
    const { store, calls, onSessionLost } = storeOver(401, "Invalid email or password");

    const answer = await attempt(store.dispatch);

    expect(answer.error).toEqual({ status: 401, detail: "Invalid email or password" });
    expect(calls).toHaveLength(1);
    expect(onSessionLost).not.toHaveBeenCalled();
  });
});

describe("signing in by password", () => {
  it("sends the form that the call takes", async () => {
    const { store, calls } = storeOver(401, "");

    await store.dispatch(ask(login({ ...anna, stay_logged_in: false, password: "brass & buckle" })) as never);

    expect(calls).toEqual([
      ["/api/auth/token", "username=anna%40post.example&stay_logged_in=false&password=brass+%26+buckle"],
    ]);
  });
});
