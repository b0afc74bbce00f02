import { Trans, useTranslation } from "react-i18next";
import { useConfigQuery } from "../../session/config.slice.ts";

/** A hint to the outbox, in an installation that sends no mail. */
export function OutboxHint() {
  const { t } = useTranslation("landing");
  const { data: config } = useConfigQuery();
  if (config?.outbox !== true) return null;
  return (
    <div className="hint">
      <Trans
        t={t}
        i18nKey="code.outbox"
        components={{ a: <a className="text-link" href="/outbox" target="_blank" rel="noopener" /> }}
      />
    </div>
  );
}
