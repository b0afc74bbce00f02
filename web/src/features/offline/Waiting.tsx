import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectWaiting } from "../../links/list.slice.ts";
import { refreshAll } from "../../links/refresh.ts";
import { sendWaiting } from "./sendWaiting.ts";

/** Milliseconds after which changes that could not be sent, though the server answers, are tried again. */
const RESEND_MS = 30_000;

/** Says how many changes wait to be sent. Once the server answers they are, and then what is shown is read again. */
export function Waiting({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const count = useAppSelector(selectWaiting);

  useEffect(() => {
    if (isOffline) return;
    async function catchUp(): Promise<void> {
      await dispatch(sendWaiting());
      await dispatch(refreshAll());
    }
    const tryOnce = (): void => void catchUp().catch(() => undefined);
    tryOnce();
    const timer = window.setInterval(tryOnce, RESEND_MS);
    return () => window.clearInterval(timer);
  }, [isOffline, dispatch]);

  return <b>{t(isOffline ? "waiting" : "sending", { count })}</b>;
}
