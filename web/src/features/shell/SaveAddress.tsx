import { Check, Copy, Mail } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { texts } from "@satchel/contracts";
import { useAppDispatch } from "../../app/hooks.ts";
import { useConfigQuery } from "./config.api.ts";
import { errorShown } from "./toasts.slice.ts";

/** Milliseconds that "Copied" stands (specification, section 9). */
const COPIED_MS = 1500;

/** The save address as a button that copies it. Nothing until the address is known. */
export function SaveAddress() {
  const { data: config } = useConfigQuery();
  const dispatch = useAppDispatch();
  const { t } = useTranslation("shell");
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  if (config === undefined) return null;
  const address = config.save_address;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      dispatch(errorShown(texts.unexpected));
    }
  }

  return (
    <button
      type="button"
      className={copied ? "address is-copied" : "address"}
      aria-label={t("copyAddress", { address })}
      onClick={() => void copy()}
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
