import { Check, Copy, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useConfigQuery } from "./config.slice.ts";
import { useCopy } from "../kit/hooks.ts";

/** The save address as a button that copies it; nothing until the address is known. */
export function SaveAddress() {
  const { data: config } = useConfigQuery();
  const { t } = useTranslation("kit");
  const { copied, copy } = useCopy();
  if (config === undefined) return null;
  const address = config.save_address;

  return (
    <button
      type="button"
      className={copied ? "address is-copied" : "address"}
      aria-label={t("copyAddress", { address })}
      onClick={() => copy(address)}
    >
      <Mail className="icon icon-m" />
      <span className="address__text">
        <span data-off={copied || undefined}>{address}</span>
        <span data-off={!copied || undefined} role="status">
          {copied ? t("copied") : ""}
        </span>
      </span>
      <em>{copied ? <Check className="icon icon-s" /> : <Copy className="icon icon-s" />}</em>
    </button>
  );
}
