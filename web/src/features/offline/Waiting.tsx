import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { selectWaiting } from "../../links/list.slice.ts";
import { refreshAll } from "../../links/refresh.ts";
import { sendWaiting } from "./sendWaiting.ts";

/** Milliseconds before changes that could not be sent although the server answers are retried. */
const RESEND_MS = 30_000;

/** Shows the number of unsent changes. They are sent when the server answers, and then the page is refetched. */
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
