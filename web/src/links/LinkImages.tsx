import { Globe } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { hueOf, letterOf, type Link } from "@satchel/contracts";
import { siteNameOf } from "./linkText.ts";

/** Icons that were loaded once: rows that are scrolled back into view show them at once. */
const there = new Set<string>();

/** What an icon needs to know of a link. */
type IconLink = Pick<Link, "url" | "favicon_url" | "unicode_host"> & {
  readonly site_name?: Link["site_name"];
  readonly enrichment?: Pick<Link["enrichment"], "state">;
};

/** The icon of a link's site; its first letter until the icon is loaded, and when there is none. */
export function Favicon({ link }: { link: IconLink }) {
  const [broken, setBroken] = useState<string>();
  const site = siteNameOf({ site_name: null, ...link });
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
  if (link.enrichment?.state === "failed") {
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

/** Aspect ratio above which a picture is shown whole in its 16 : 9 frame, because cropping would lose too much. */
const BANNER_SHAPE = 2.6;

interface ThumbProps {
  readonly link: Link;
  /**
   * Rows use the small picture, except on screens of three times the density. `whole`: the large one in a frame of its own
   * shape, otherwise frames have a fixed size.
   */
  readonly size: "row" | "large" | "whole";
}

/** Shapes (width through height) of whole pictures that were loaded once: their cards come back with their final height. */
const shapes = new Map<string, number>();

/** The tallest and the widest frame of a whole picture. */
const SHAPE_MIN = 0.8;
const SHAPE_MAX = 3;

/** The preview picture of a link's page. */
export function Thumb({ link, size }: ThumbProps) {
  const [broken, setBroken] = useState<string>();
  const [tint, setTint] = useState<string>();
  const [there, setThere] = useState<string>();
  const source = link.preview_image_url;
  const isSmall = size === "row";

  if (source !== null && source !== broken) {
    const large = `${source}${source.includes("?") ? "&" : "?"}size=large`;
    return (
      <div
        className={`link__thumb${there === source ? " is-there" : ""}${tint === undefined ? "" : " is-banner"}`}
        style={{ backgroundColor: tint, aspectRatio: size === "whole" ? shapes.get(source) : undefined }}
      >
        <img
          src={isSmall ? source : large}
          srcSet={isSmall ? `${source} 2x, ${large} 3x` : undefined}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={(event) => {
            setThere(source);
            if (size !== "whole") return setTint(tintOfBanner(event));
            const { naturalWidth, naturalHeight } = event.currentTarget;
            shapes.set(source, Math.min(SHAPE_MAX, Math.max(SHAPE_MIN, naturalWidth / naturalHeight)));
          }}
          onError={() => setBroken(source)}
        />
      </div>
    );
  }
  if (link.enrichment.state === "pending") return <div className="link__thumb shimmer" />;
  return (
    <div className="link__thumb link__thumb--none" aria-hidden="true">
      {link.enrichment.state === "failed" ? <Globe className="icon icon-l" /> : <b>{letterOf(siteNameOf(link))}</b>}
    </div>
  );
}

/** The mean color of a picture that is too wide or too tall for its frame, as its background; "": the frame's own. Else undefined. */
function tintOfBanner({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): string | undefined {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width <= height * BANNER_SHAPE && height <= width * BANNER_SHAPE) return undefined;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return undefined;
  context.drawImage(picture, 0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  // A transparent picture keeps the frame's own background.
  return alpha === 255 ? `rgb(${red} ${green} ${blue})` : "";
}
