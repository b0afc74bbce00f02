import { Puzzle, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfigQuery } from "../../session/config.slice.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./promo.css";
import { type Browser, storeOf, storeUrl } from "../../session/extensionStore.ts";

/** Milliseconds after which the card appears (specification, section 9). */
const APPEARS_MS = 500;

/** Offers the extension for the visitor's browser, if there is one and a store is configured. */
export function ExtensionPromo() {
  const { t } = useTranslation("landing");
  const { data: config } = useConfigQuery();
  const [isDue, setDue] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const store = storeOf(navigator as Browser);
  const url = config !== undefined && store !== undefined ? storeUrl(config, store) : undefined;

  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), APPEARS_MS);
    return () => window.clearTimeout(timer);
  }, []);

  if (!isDue || isDismissed || store === undefined || url === undefined) return null;
  return (
    <aside className="promo" aria-label={t("promo.label")}>
      <i>
        <Puzzle className="icon icon-l" />
      </i>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <b>{t(`promo.${store}`)}</b>
        <small>{t("promo.text")}</small>
      </a>
      <IconButton label={t("promo.dismiss")} icon={X} size="s" onClick={() => setDismissed(true)} />
    </aside>
  );
}
