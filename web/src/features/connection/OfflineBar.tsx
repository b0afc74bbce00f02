import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import { resume } from "../../session/session.api.ts";
import { selectStatus } from "../../session/session.slice.ts";
import "./connection.css";
import { useConnection } from "./useConnection.ts";

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
