import type { Link } from "@satchel/contracts";
import { CircleAlert, Ellipsis, ExternalLink, Folder as FolderIcon, Star } from "lucide-react";
import { memo, useState } from "react";
import { Favicon } from "./Favicon.tsx";
import { LinkActions } from "./LinkActions.tsx";
import { LinkMenu } from "./LinkMenu.tsx";
import { titleOfLink, visitsText } from "./linkText.ts";
import { MoveDialog } from "./MoveDialog.tsx";
import { siteOf } from "./site.ts";
import { Thumb } from "./Thumb.tsx";
import { isUnvisited } from "./view.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkRowProps {
  readonly link: Link;
  /** The name of its folder, where it is in one. */
  readonly folder: string | undefined;
  /** When it was saved, in words. */
  readonly when: string;
}

function Description({ link }: { link: Link }) {
  if (link.description !== null) return <p className="link__desc">{link.description}</p>;
  if (link.enrichment.state === "pending") {
    return (
      <p className="link__desc">
        <i className="shimmer" aria-hidden="true" />
        <span className="sr">Fetching the description</span>
      </p>
    );
  }
  if (link.enrichment.state === "done") return null;
  return (
    <p className="link__desc link__fail">
      <CircleAlert className="icon icon-m" />
      This page could not be read.
    </p>
  );
}

/** One link of the list. All of it leads to the page; the actions lie above that. */
export const LinkRow = memo(function LinkRow({ link, folder, when }: LinkRowProps) {
  const [opened, setOpened] = useState<"menu" | "move">();
  const close = () => setOpened(undefined);
  const title = titleOfLink(link);
  const visits = visitsText(link.visit_count);

  return (
    <article className={isUnvisited(link) ? "link is-unread" : "link"} data-link={link.id}>
      <div className="link__mark">
        <Favicon link={link} />
      </div>
      <div className="link__text">
        <h3 className="link__title">
          <VisitAnchor link={link} title={title}>
            {title}
          </VisitAnchor>
          {link.is_favorite && <Star className="link__star" role="img" aria-label="Favorite" aria-hidden={false} />}
          {isUnvisited(link) && <span className="badge">New</span>}
        </h3>
        <Description link={link} />
        <p className="link__meta">
          <Favicon link={link} />
          <span className="domain">{siteOf(link.url)}</span>
          {folder !== undefined && (
            <span className="where">
              <FolderIcon className="icon icon-s" />
              {folder}
            </span>
          )}
          {link.tags.length > 0 && (
            <span className="tagset">
              {link.tags.map((tag) => (
                <span className="tag" key={tag}>
                  {tag}
                </span>
              ))}
            </span>
          )}
          {visits !== undefined && <span className="visits">{visits}</span>}
          <time className="when" dateTime={link.saved_at}>
            {when}
          </time>
          <VisitAnchor className="link__visit" link={link}>
            Visit Link <ExternalLink className="icon icon-s" />
          </VisitAnchor>
        </p>
      </div>
      <Thumb link={link} />
      <button
        type="button"
        className="icon-btn link__more"
        aria-label={`More for ${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpened("menu")}
      >
        <Ellipsis className="icon" />
      </button>
      <LinkActions link={link} onMove={() => setOpened("move")} />
      {opened === "menu" && <LinkMenu link={link} onMove={() => setOpened("move")} onClose={close} />}
      {opened === "move" && <MoveDialog link={link} onClose={close} />}
    </article>
  );
});
