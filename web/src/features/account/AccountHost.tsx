import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { DialogWait } from "../shell/DialogWait.tsx";
import { accountClosed, selectAccountTab } from "./account.slice.ts";
import "./account.css";

const AccountPanes = lazy(async () => ({ default: (await import("./AccountPanes.tsx")).AccountPanes }));

/** The account dialog, while it is open. What is in it is loaded when it is opened the first time. */
export function AccountHost() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const tab = useAppSelector(selectAccountTab);
  if (tab === null) return null;
  const close = (): void => void dispatch(accountClosed());
  return (
    <Dialog className="dialog account" label={t("title")} onClose={close}>
      <Suspense fallback={<DialogWait>{t("loading")}</DialogWait>}>
        <AccountPanes tab={tab} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
