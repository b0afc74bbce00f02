import { useTranslation } from "react-i18next";
import { DialogHead } from "../shell/DialogHead.tsx";
import { DropZone } from "./DropZone.tsx";
import { Exports } from "./Exports.tsx";
import { ImportList } from "./ImportList.tsx";
import "./imports.css";

/** The inside of the dialog: bringing bookmarks in, and taking everything out. */
export function ImportsPanes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("imports");
  return (
    <>
      <DialogHead title={t("title")} onClose={onClose} />
      <div className="dialog__body ask transfer__body">
        <section className="stack">
          <h3>{t("import")}</h3>
          <p>{t("lead")}</p>
          <DropZone />
          <ImportList />
        </section>
        <Exports />
      </div>
    </>
  );
}
