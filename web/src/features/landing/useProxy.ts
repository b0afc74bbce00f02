import { texts } from "@satchel/contracts";
import { useEffect, useState } from "react";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectConfig } from "../../session/config.slice.ts";
import { beginSession } from "../../session/session.api.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { useSignInByProxyMutation } from "./signIn.api.ts";

/**
 * Signs in whoever the proxy in front of the server has signed in, where the server believes one; not after a sign-out, which
 * would be none. @returns why it failed, or ""
 */
export function useProxy(): string {
  const dispatch = useAppDispatch();
  const isAsked = useAppSelector(selectConfig)?.sso?.by_proxy === true;
  const isSignedOut = useAppSelector(selectStatus) === "anonymous";
  const hasEnded = useAppSelector(({ session }) => session.hasEnded);
  const [signIn] = useSignInByProxyMutation();
  const [fault, setFault] = useState("");

  useEffect(() => {
    if (!isAsked || !isSignedOut || hasEnded) return;
    async function ask(): Promise<void> {
      const { data, error } = await signIn();
      if (error !== undefined) setFault(error.detail || texts.login.failed);
      else if (data.status !== "none") dispatch(beginSession(false));
    }
    void ask();
  }, [isAsked, isSignedOut, hasEnded, signIn, dispatch]);
  return fault;
}
