import { type LinkDetail, texts } from "@satchel/contracts";
import { Check, Copy, ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../app/hooks.ts";
import { VisitAnchor } from "../links/VisitAnchor.tsx";
import { errorShown } from "../shell/toasts.slice.ts";

/** Milliseconds that "Copied" stands (specification, section 9). */
const COPIED_MS = 1500;

/** Opens or copies the link whose details are shown. */
export function PanelFoot({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link.url);
      setCopied(true);
    } catch {
      dispatch(errorShown(texts.unexpected));
    }
  }

  return (
    <div className="panel__foot">
      <VisitAnchor className="btn btn--accent" link={link}>
        {tLinks("visit")} <ExternalLink className="icon icon-m" />
      </VisitAnchor>
      <button type="button" className="btn btn--plain" onClick={() => void copy()}>
        {copied ? <Check className="icon icon-m" /> : <Copy className="icon icon-m" />}
        <span role="status">{t(copied ? "copied" : "copy")}</span>
      </button>
    </div>
  );
}
