import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectKept } from "../../links/kept.slice.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { selectWaiting } from "../../links/list.slice.ts";
import { refreshAll } from "../../links/refresh.ts";
import { sendWaiting } from "./sendWaiting.ts";

/** Milliseconds before changes that could not be sent although the server answers are retried. */
const RESEND_MS = 30_000;

/**
 * Shows the number of unsent changes, and offline what still works and the way to the articles that are kept on this device.
 * The changes are sent when the server answers, and then the page is refetched.
 */
export function Waiting({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const count = useAppSelector(selectWaiting);
  const kept = useAppSelector((state) => Object.keys(selectKept(state) ?? {}).length);
  // The reading view has no dialogs over it.
  const hasList = !useLocation()[0].startsWith("/read");
  const isSending = !isOffline && count > 0;

  useEffect(() => {
    if (!isSending) return;
    async function catchUp(): Promise<void> {
      await dispatch(sendWaiting());
      await dispatch(refreshAll());
    }
    const tryOnce = (): void => void catchUp().catch(() => undefined);
    tryOnce();
    const timer = window.setInterval(tryOnce, RESEND_MS);
    return () => window.clearInterval(timer);
  }, [isSending, dispatch]);

  return (
    <>
      {isOffline && <span className="offline__more">{t("reconnects")} </span>}
      {count > 0 && <b>{t(isOffline ? "waiting" : "sending", { count })}</b>}
      {isOffline && hasList && kept > 0 && (
        <button type="button" onClick={() => dispatch(overlayOpened({ kind: "kept" }))}>
          {t("kept.way", { count: kept })}
        </button>
      )}
    </>
  );
}
