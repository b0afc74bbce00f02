import type { LinkDetail } from "@satchel/contracts";
import { useState } from "react";
import { letterOf, siteOf } from "../../links/site.ts";

/** The preview picture in its larger size. */
const largeOf = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}size=large`;

/** The picture of a link's page, in a frame that has its size before there is any. */
export function PanelPicture({ link }: { link: LinkDetail }) {
  const [broken, setBroken] = useState<string>();
  const source = link.preview_image_url;
  if (source !== null && source !== broken) {
    return (
      <div className="link__thumb">
        <img src={largeOf(source)} alt="" decoding="async" onError={() => setBroken(source)} />
      </div>
    );
  }
  if (link.enrichment.state === "pending") return <div className="link__thumb shimmer" />;
  return (
    <div className="link__thumb link__thumb--none" aria-hidden="true">
      <b>{letterOf(siteOf(link.url))}</b>
    </div>
  );
}
