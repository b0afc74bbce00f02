import { exportLinks, exportUser } from "@satchel/contracts/routes";
import { useTranslation } from "react-i18next";
import { DownloadLink } from "../../session/DownloadLink.tsx";

/** Everything to take away, in four forms. */
export function Exports() {
  const { t } = useTranslation("imports");
  const forms = [
    { format: "html", name: t("html"), text: t("htmlText") },
    { format: "csv", name: t("csvName"), text: t("csvText") },
    { format: "json", name: t("json"), text: t("jsonText") },
  ];
  return (
    <section className="stack">
      <h3>{t("export")}</h3>
      <p>{t("exportLead")}</p>
      <div className="exports">
        {forms.map(({ format, name, text }) => (
          <DownloadLink key={format} className="export" operation={exportLinks} params={{ format }}>
            <b>{name}</b>
            <small>{text}</small>
          </DownloadLink>
        ))}
        <DownloadLink className="export export--all" operation={exportUser}>
          <b>{t("all")}</b>
          <small>{t("allText")}</small>
        </DownloadLink>
      </div>
    </section>
  );
}
