import { Globe } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
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

/** How much longer than its frame's 16 : 9 a picture may be before cutting it would lose what it shows. */
const BANNER_SHAPE = 2.6;

interface ThumbProps {
  readonly link: Link;
  /** A row's picture is small; screens of three times the density get the large one too. */
  readonly size: "row" | "large";
}

/** The preview picture of a link's page, in a frame that has its size before there is any. */
export function Thumb({ link, size }: ThumbProps) {
  const [broken, setBroken] = useState<string>();
  const [tint, setTint] = useState<string>();
  const source = link.preview_image_url;

  if (source !== null && source !== broken) {
    const large = `${source}${source.includes("?") ? "&" : "?"}size=large`;
    return (
      <div className={tint === undefined ? "link__thumb" : "link__thumb is-banner"} style={{ backgroundColor: tint }}>
        <img
          src={size === "large" ? large : source}
          srcSet={size === "large" ? undefined : `${source} 2x, ${large} 3x`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={(event) => setTint(tintOfBanner(event))}
          onError={() => setBroken(source)}
        />
      </div>
    );
  }
  if (link.enrichment.state === "pending") return <div className="link__thumb shimmer" />;
  return (
    <div className="link__thumb link__thumb--none" aria-hidden="true">
      {link.enrichment.state === "failed" ? <Globe className="icon icon-l" /> : <b>{letterOf(siteOf(link.url))}</b>}
    </div>
  );
}

/** The mean colour of a picture that is too long or too high for its frame, to be shown whole on it. Else undefined. */
function tintOfBanner({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): string | undefined {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width <= height * BANNER_SHAPE && height <= width * BANNER_SHAPE) return undefined;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return undefined;
  context.drawImage(picture, 0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  // A transparent picture stays on the frame's own ground.
  return alpha === 255 ? `rgb(${red} ${green} ${blue})` : "transparent";
}
