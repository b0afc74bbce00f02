import { Globe } from "lucide-react";
import { useState } from "react";
import type { Link } from "@satchel/contracts";
import { hueOf, letterOf, siteOf } from "./linkText.ts";

/** The icon of a link's site; its letter while there is none or it can't be shown. */
export function Favicon({ link }: { link: Link }) {
  const [broken, setBroken] = useState<string>();
  const site = siteOf(link.url);
  const source = link.favicon_url;

  if (source !== null && source !== broken) {
    return (
      <i className="favicon favicon--image" aria-hidden="true">
        <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(source)} />
      </i>
    );
  }
  if (link.enrichment.state === "failed") {
    return (
      <i className="favicon favicon--none" aria-hidden="true">
        <Globe className="icon icon-s" />
      </i>
    );
  }
  return (
    <i className="favicon" data-hue={hueOf(site)} aria-hidden="true">
      {letterOf(site)}
    </i>
  );
}
