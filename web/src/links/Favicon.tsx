import { Globe } from "lucide-react";
import { useState } from "react";
import type { Link } from "@satchel/contracts";
import { hueOf, letterOf, siteOf } from "./linkText.ts";

/** Icons that have come once: rows that come back into sight show them at once. */
const there = new Set<string>();

/** The icon of a link's site; its letter until it has come, and where there is none or it can't be shown. */
export function Favicon({ link }: { link: Link }) {
  const [broken, setBroken] = useState<string>();
  const site = siteOf(link.url);
  const source = link.favicon_url;
  const [thereNow, setThere] = useState(false);
  const isThere = thereNow || (source !== null && there.has(source));

  if (source !== null && source !== broken) {
    return (
      <i className={isThere ? "favicon favicon--image" : "favicon"} data-hue={hueOf(site)} aria-hidden="true">
        {isThere ? "" : letterOf(site)}
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => {
            there.add(source);
            setThere(true);
          }}
          onError={() => setBroken(source)}
        />
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
