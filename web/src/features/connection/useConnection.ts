import { getHealth } from "@satchel/contracts/routes";
import { useEffect } from "react";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { isAway } from "../../kit/transport/problem.ts";
import { connectionLost, connectionRestored, selectIsOffline } from "./connection.slice.ts";
import { probe } from "./probe.ts";

/** A server that is starting answers, too; a proxy before one that is away says 502 or 504. */
const isReachable = async (): Promise<boolean> => {
  try {
    const { status } = await fetch(getHealth.path, { cache: "no-store" });
    return !isAway(status);
  } catch {
    return false;
  }
};

/** Looks for the server while it is away. Says whether it is. */
export function useConnection(): boolean {
  const dispatch = useAppDispatch();
  const isOffline = useAppSelector(selectIsOffline);

  useEffect(() => {
    if (!isOffline) {
      const ask = async (): Promise<void> => void ((await isReachable()) || dispatch(connectionLost()));
      const onOffline = (): void => void ask();
      window.addEventListener("offline", onOffline);
      return () => window.removeEventListener("offline", onOffline);
    }
    const probing = probe({
      isReachable,
      onReached: () => dispatch(connectionRestored()),
      setTimeout: (callback, ms) => window.setTimeout(callback, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number),
    });
    window.addEventListener("online", probing.askNow);
    return () => {
      window.removeEventListener("online", probing.askNow);
      probing.stop();
    };
  }, [isOffline, dispatch]);

  return isOffline;
}
