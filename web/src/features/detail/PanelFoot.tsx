import type { LinkDetail } from "@satchel/contracts";
import { Check, Copy, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { useCopy } from "../../kit/useCopy.ts";

/** Opens or copies the link whose details are shown. */
export function PanelFoot({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const { copied, copy } = useCopy();

  return (
    <div className="panel__foot">
      <VisitAnchor className="btn btn--accent" link={link}>
        {tLinks("visit")} <ExternalLink className="icon icon-m" />
      </VisitAnchor>
      <button type="button" className="btn btn--plain" onClick={() => copy(link.url)}>
        {copied ? <Check className="icon icon-m" /> : <Copy className="icon icon-m" />}
        <span role="status">{t(copied ? "copied" : "copy")}</span>
      </button>
    </div>
  );
}
