import { texts } from "@satchel/contracts";
import { exportCopies } from "@satchel/contracts/settings-routes";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { OnOff } from "../../kit/OnOff.tsx";
import { sizeText } from "../../kit/sizeText.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { DownloadLink } from "../../session/DownloadLink.tsx";
import { useChangeKeepingMutation, useCopyUseQuery } from "./copies.api.ts";
import "./copies.css";

/** What the account's copies take of their space, the switch for further ones, and their download. */
export function CopyUse() {
  const { t, i18n } = useTranslation("copies");
  const dispatch = useAppDispatch();
  const { data: use, refetch } = useCopyUseQuery();
  const [change] = useChangeKeepingMutation();
  if (use === undefined) return null;
  const { is_on: isOn, bytes, copies, limit_bytes: limit } = use;
  const size = (octets: number): string => sizeText(octets, i18n.language);

  async function onChange(next: boolean): Promise<void> {
    const { error } = await change(next);
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
    await refetch();
  }

  return (
    <section className="copies copies--use" aria-label={t("use.title")}>
      <div className="copies__head">
        <h4 className="label">{t("use.title")}</h4>
        <OnOff isOn={isOn} onChange={(on) => void onChange(on)} aria-label={t("use.label")} />
      </div>
      <p className="hint">{t("use.text")}</p>
      <meter aria-label={t("use.meter")} min={0} max={Math.max(limit, 1)} high={limit * 0.9} value={bytes} />
      <div className="copies__acts">
        <span>{t("use.used", { count: copies, used: size(bytes), limit: size(limit) })}</span>
        {copies > 0 && (
          <DownloadLink operation={exportCopies} className="text-link">
            <Download className="icon icon-s" />
            {t("use.export")}
          </DownloadLink>
        )}
      </div>
    </section>
  );
}
