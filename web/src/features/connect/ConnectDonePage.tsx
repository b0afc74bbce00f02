import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { isAgreed } from "./asked.ts";
import "./connect.css";

/** What the browser extension waits for: its answer stands in the address. It closes this tab itself, if it can. */
export function ConnectDonePage() {
  const { t } = useTranslation("connect");
  const [agreed] = useState(() => isAgreed(window.location.hash));
  return (
    <SoloPage tab={t("done.tab")}>
      <div className="box-card connect" role="status">
        <h1 className="title-page">{t(agreed ? "done.title" : "done.refused")}</h1>
        <p>{t(agreed ? "done.text" : "done.refusedText")}</p>
      </div>
    </SoloPage>
  );
}
