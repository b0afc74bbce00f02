import { CloudOff } from "lucide-react";
import { getHealth } from "@satchel/contracts/routes";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { connectionLost, connectionRestored, selectIsOffline } from "./connection.slice.ts";
import { isAway } from "../../kit/transport/call.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import { probe } from "./probe.ts";
import { resume } from "../../session/session.api.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import "./connection.css";

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

/** Says that the server is away, for as long as it is; then what is shown is read anew, or the session asked for. */
export function OfflineBar() {
  const { t } = useTranslation("connection");
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(selectStatus) === "verified";
  const isOffline = useConnection();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (wasOffline.current && !isOffline) {
      if (isSignedIn) {
        loadPart("links/refresh", () => import("../../links/refresh.ts"))
          .then(({ refreshAll }) => dispatch(refreshAll()))
          .catch(() => undefined);
      }
      // Whether there is a session could not be asked before.
      else void dispatch(resume());
    }
    wasOffline.current = isOffline;
  }, [isOffline, isSignedIn, dispatch]);

  return (
    <div className="offline" role="status">
      {isOffline && (
        <p>
          <CloudOff className="icon icon-m" />
          {t(isSignedIn ? "lost" : "lostOutside")}
        </p>
      )}
    </div>
  );
}
