import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useConfigQuery } from "../../session/config.slice.ts";
import { SaveAddress } from "../../session/SaveAddress.tsx";

/** The folder of the example. */
const FOLDER = "kitchen";

/** The save address with a folder name: `save+kitchen@…` (RFC 5233, subaddress). */
const withFolder = (address: string): string => address.replace("@", `+${FOLDER}@`);

/** How to send links, and how to report a bug. */
export function HelpPane() {
  const { t } = useTranslation("account");
  const { t: share } = useTranslation("share");
  const { data: config } = useConfigQuery();
  const save = config?.save_address ?? "…";
  const support = config?.support_address ?? "…";
  const b = <b />;
  return (
    <>
      <section className="stack">
        <h4>{t("help.send")}</h4>
        <ol className="howto">
          <li>
            <span>{t("help.step1")}</span>
          </li>
          <li>
            <span>
              <Trans t={t} i18nKey="help.step2" values={{ address: save }} components={{ b }} />
            </span>
          </li>
          <li>
            <span>
              <Trans t={t} i18nKey="help.step3" values={{ address: withFolder(save) }} components={{ b }} />
            </span>
          </li>
        </ol>
        <div>
          <SaveAddress />
        </div>
        <Link className="text-link" to="/share">
          {share("anywhere.more")}
        </Link>
      </section>
      <section className="stack">
        <h4>{t("help.bug")}</h4>
        <p>
          <Trans
            t={t}
            i18nKey="help.write"
            values={{ address: support }}
            components={{ a: <a className="text-link" href={`mailto:${support}`} /> }}
          />
        </p>
        <ul className="howto howto--dots">
          {(["issue", "steps", "browser", "errors"] as const).map((each) => (
            <li key={each}>
              <span>
                <Trans t={t} i18nKey={`help.${each}`} components={{ b }} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
