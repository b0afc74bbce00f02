import type { Link } from "@satchel/contracts";
import { Globe } from "lucide-react";
import { useState } from "react";
import { letterOf, siteOf } from "./site.ts";

/** The preview picture, in a frame that has its size before there is any. */
export function Thumb({ link }: { link: Link }) {
  const [broken, setBroken] = useState<string>();
  const source = link.preview_image_url;

  if (source !== null && source !== broken) {
    return (
      <div className="link__thumb">
        <img src={source} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(source)} />
      </div>
    );
  }
  if (link.enrichment.state === "pending") return <div className="link__thumb shimmer" />;
  return (
    <div className="link__thumb" aria-hidden="true">
      {link.enrichment.state === "failed" ? <Globe className="icon icon-l" /> : <b>{letterOf(siteOf(link.url))}</b>}
    </div>
  );
}
