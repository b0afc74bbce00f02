import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearch } from "wouter";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { SaveFromAnywhere } from "./SaveFromAnywhere.tsx";
import { SaveShared } from "./SaveShared.tsx";
import { isShare, sharedLink } from "./sharedLink.ts";
import { ToLinks } from "./ToLinks.tsx";
import "./share.css";

/** What another program or the bookmarklet shares; without anything shared, how that is done. */
export function SharePage() {
  const { t } = useTranslation("share");
  const search = useSearch();
  const [parameters] = useState(() => new URLSearchParams(search));
  const link = sharedLink(parameters);

  return (
    <SoloPage tab={t("tab")}>
      <div className="box-card share">
        {link !== undefined ? <SaveShared link={link} /> : isShare(parameters) ? <Nothing /> : <SaveFromAnywhere />}
      </div>
    </SoloPage>
  );
}

function Nothing() {
  const { t } = useTranslation("share");
  return (
    <>
      <h1 className="title-page">{t("nothing.title")}</h1>
      <p>{t("nothing.text")}</p>
      <div className="share__actions">
        <ToLinks />
      </div>
    </>
  );
}
