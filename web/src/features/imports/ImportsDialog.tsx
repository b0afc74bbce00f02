import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogHead } from "../../kit/DialogHead.tsx";
import { DropZone } from "./DropZone.tsx";
import { Exports } from "./Exports.tsx";
import { ImportList } from "./ImportList.tsx";
import { importsClosed } from "../../session/imports.slice.ts";
import "./imports.css";

/** The import and export dialog: bringing bookmarks in, and taking everything out. */
export function ImportsDialog() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("imports");
  const close = (): void => void dispatch(importsClosed());
  return (
    <Dialog className="dialog transfer" label={t("title")} onClose={close}>
      <DialogHead title={t("title")} onClose={close} />
      <div className="dialog__body ask transfer__body">
        <section className="stack">
          <h3>{t("import")}</h3>
          <p>{t("lead")}</p>
          <DropZone />
          <ImportList />
        </section>
        <Exports />
      </div>
    </Dialog>
  );
}
