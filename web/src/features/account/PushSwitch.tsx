import { texts } from "@satchel/contracts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { OnOff } from "../../kit/OnOff.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { usePushQuery, useStartPushMutation, useStopPushMutation } from "./push.api.ts";

/** Whether this browser can be notified: Safari on the phone can when the page is installed. */
const canBeNotified = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker, which is installed some time after the page; undefined where there is none. */
const workerOf = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();

/** The switch of notifications for this browser. */
export function PushSwitch() {
  const { t } = useTranslation("account", { keyPrefix: "push" });
  const dispatch = useAppDispatch();
  const { data: push, refetch } = usePushQuery(undefined, { skip: !canBeNotified() });
  const [start] = useStartPushMutation();
  const [stop] = useStopPushMutation();
  const [isBusy, setBusy] = useState(false);
  const [isDenied, setDenied] = useState(() => canBeNotified() && Notification.permission === "denied");
  const id = useId();
  if (!canBeNotified()) return null;
  // Shown before it is known, so that nothing below moves.
  const isOn = push === undefined ? undefined : push.endpoint !== null;

  async function subscribe(key: string): Promise<boolean> {
    const permission = await Notification.requestPermission();
    setDenied(permission === "denied");
    const worker = await workerOf();
    if (permission !== "granted" || worker === undefined) return false;
    // One for another key, of before, would be refused.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = "", keys = {} } = made.toJSON();
    const { error } = await start({ endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" });
    return error === undefined;
  }

  async function unsubscribe(): Promise<boolean> {
    await (await (await workerOf())?.pushManager.getSubscription())?.unsubscribe();
    return (await stop()).error === undefined;
  }

  async function change(on: boolean): Promise<void> {
    if (isBusy || push === undefined) return;
    setBusy(true);
    try {
      const isDone = await (on ? subscribe(push.public_key) : unsubscribe());
      if (!isDone && Notification.permission === "granted") dispatch(errorShown(texts.unexpected));
    } catch {
      // The browser's push service can't be reached, or it has none.
      dispatch(errorShown(texts.unexpected));
    } finally {
      setBusy(false);
      await refetch();
    }
  }

  return (
    <section className="push" aria-labelledby={id}>
      <div>
        <h4 id={id}>{t("title")}</h4>
        <p className="hint">{t(isDenied ? "denied" : "lead")}</p>
      </div>
      <OnOff
        isOn={isOn}
        canBeOn={!isDenied}
        isBusy={isBusy}
        onChange={(on) => void (on === isOn || change(on))}
        aria-labelledby={id}
      />
    </section>
  );
}
