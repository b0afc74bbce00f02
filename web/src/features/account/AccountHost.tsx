import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { DialogWait } from "../shell/DialogWait.tsx";
import { accountClosed, type AccountTab, selectAccountTab } from "./account.slice.ts";
import "./account.css";

const AccountPanes = lazy(async () => ({ default: (await import("./AccountPanes.tsx")).AccountPanes }));

function AccountDialog({ tab }: { tab: AccountTab }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("account");
  const close = (): void => void dispatch(accountClosed());
  return (
    <Dialog className="dialog account" label={t("title")} onClose={close}>
      <Suspense fallback={<DialogWait>{t("loading")}</DialogWait>}>
        <AccountPanes tab={tab} onClose={close} />
      </Suspense>
    </Dialog>
  );
}

/** The account dialog, while it is open. What is in it and what it says is loaded when it is opened the first time. */
export function AccountHost() {
  const tab = useAppSelector(selectAccountTab);
  return <Suspense>{tab !== null && <AccountDialog tab={tab} />}</Suspense>;
}
