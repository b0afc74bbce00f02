import { useTranslation } from "react-i18next";
import { useQueryString } from "../../kit/useQuery.ts";
import { Link } from "wouter";
import { RequireSession } from "../../session/RequireSession.tsx";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { Ask } from "./Ask.tsx";
import { askedBy } from "./asked.ts";
import "./connect.css";

/** Where a browser extension asks for access to the archive (decision 30). Whoever is not signed in does that first. */
export function ConnectPage() {
  const { t } = useTranslation("connect");
  const search = useQueryString();
  const asked = askedBy(search);
  const page = (
    <SoloPage tab={t("tab")}>
      <div className="box-card connect">{asked === undefined ? <Malformed /> : <Ask asked={asked} />}</div>
    </SoloPage>
  );
  return asked === undefined ? page : <RequireSession comesBack>{page}</RequireSession>;
}

function Malformed() {
  const { t } = useTranslation("connect");
  return (
    <>
      <h1 className="title-page">{t("malformed.title")}</h1>
      <p>{t("malformed.text")}</p>
      <Link className="btn btn--plain" to="/links">
        {t("malformed.action")}
      </Link>
    </>
  );
}
