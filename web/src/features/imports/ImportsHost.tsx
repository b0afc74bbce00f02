import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { DialogWait } from "../shell/DialogWait.tsx";
import { importsClosed, selectImportsOpen } from "./imports.slice.ts";

const ImportsPanes = lazy(async () => ({ default: (await import("./ImportsPanes.tsx")).ImportsPanes }));

function ImportsDialog() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("imports");
  const close = (): void => void dispatch(importsClosed());
  return (
    <Dialog className="dialog transfer" label={t("title")} onClose={close}>
      <Suspense fallback={<DialogWait>{t("loading")}</DialogWait>}>
        <ImportsPanes onClose={close} />
      </Suspense>
    </Dialog>
  );
}

/** The import and export dialog, while it is open. */
export function ImportsHost() {
  const isOpen = useAppSelector(selectImportsOpen);
  return <Suspense>{isOpen && <ImportsDialog />}</Suspense>;
}
