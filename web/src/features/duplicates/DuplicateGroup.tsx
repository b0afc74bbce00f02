import type { DuplicateLink, DuplicatePage, LinkId } from "@satchel/contracts";
import { ExternalLink, Folder as FolderIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFolderTree } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { siteNameOf, titleOfLink, visitsText } from "../../links/linkText.ts";
import { useExact } from "../../links/times.ts";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { mergedOf } from "./merged.ts";

/** An address without "https://", else as it is: a slash may be all that tells it from another one to the page. */
const addressOf = (url: string): string => url.replace(/^https:\/\//, "");

/** "2 copies and 1 highlight"; undefined for none. */
function useBelongings(): (those: { readonly copies: number; readonly highlights: number }) => string | undefined {
  const { t } = useTranslation("duplicates");
  return ({ copies, highlights }) => {
    const of = [
      ...(copies > 0 ? [t("copies", { count: copies })] : []),
      ...(highlights > 0 ? [t("highlights", { count: highlights })] : []),
    ];
    const [a, b] = of;
    return a === undefined || b === undefined ? a : t("result.and", { a, b });
  };
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="dup__tags">
    {tags.map((tag) => (
      <span className="tag" key={tag}>
        <bdi>{tag}</bdi>
      </span>
    ))}
  </span>
);

function FolderName({ id }: { id: number | null }) {
  const folder = findFolder(useFolderTree(), id ?? 0);
  if (folder === undefined) return null;
  return (
    <span className="dup__folder">
      <FolderIcon className="icon icon-s" aria-hidden="true" />
      <bdi>{folder.name}</bdi>
    </span>
  );
}

interface ChoiceProps {
  readonly link: DuplicateLink;
  /** The name of the group's radio buttons. */
  readonly name: string;
  readonly isKept: boolean;
  readonly isDisabled: boolean;
  readonly onKeep: () => void;
}

/** A link of the page, which can be chosen to be kept. */
function Choice({ link, name, isKept, isDisabled, onKeep }: ChoiceProps) {
  const { t } = useTranslation("duplicates");
  const { t: ofLinks } = useTranslation("links");
  const exact = useExact();
  const belongings = useBelongings()(link);
  const title = titleOfLink(link, ofLinks);
  const visits = visitsText(link.visit_count, ofLinks);
  return (
    <div className={isKept ? "dup__link is-kept" : "dup__link"}>
      <label>
        <input type="radio" name={name} checked={isKept} disabled={isDisabled} onChange={onKeep} />
        <Favicon link={link} />
        <span className="dup__text">
          <bdi className="dup__title">{title}</bdi>
          <bdi className="dup__address">{addressOf(link.url)}</bdi>
          {link.final_url !== null && (
            <bdi className="dup__address">{t("leadsTo", { address: addressOf(link.final_url) })}</bdi>
          )}
          <span className="dup__meta">
            <time dateTime={link.saved_at}>{exact(link.saved_at)}</time>
            {visits !== undefined && <span>{visits}</span>}
            {belongings !== undefined && <span className="dup__belongings">{belongings}</span>}
            {link.is_favorite && <span>{t("favorite")}</span>}
            {link.notes !== null && <span>{t("notes")}</span>}
            <FolderName id={link.folder_id} />
            {link.tags.length > 0 && <Tags tags={link.tags} />}
          </span>
        </span>
      </label>
      <VisitAnchor className="icon-btn" link={link} title={ofLinks("visit")}>
        <ExternalLink className="icon icon-m" aria-hidden="true" />
        <span className="sr">{t("open", { title })}</span>
      </VisitAnchor>
    </div>
  );
}

/** What the merged link will have. */
function Result({ keep, links }: { keep: DuplicateLink; links: readonly DuplicateLink[] }) {
  const { t } = useTranslation("duplicates");
  const { t: ofLinks } = useTranslation("links");
  const exact = useExact();
  const merged = mergedOf(keep, links);
  const visits = visitsText(merged.visits, ofLinks);
  const left = useBelongings()(merged);
  return (
    <div className="dup__result">
      <p className="dup__meta">
        <b>{t("result.title")}</b>
        <span>{t("result.saved", { when: exact(merged.savedAt) })}</span>
        {visits !== undefined && <span>{visits}</span>}
        {merged.isFavorite && <span>{t("favorite")}</span>}
        {merged.notes > 0 && <span>{t("result.notes", { count: merged.notes })}</span>}
        <FolderName id={merged.folderId} />
        {merged.tags.length > 0 && <Tags tags={merged.tags} />}
        {merged.tagsLeft > 0 && <span className="dup__warn">{t("result.tagsLeft", { count: merged.tagsLeft })}</span>}
      </p>
      {left !== undefined && <p className="dup__warn">{t("result.left", { what: left })}</p>}
    </div>
  );
}

interface DuplicateGroupProps {
  readonly page: DuplicatePage;
  readonly keep: DuplicateLink;
  readonly isMerging: boolean;
  readonly onKeep: (id: LinkId) => void;
  readonly onMerge: () => void;
}

/** The links to one page: which one is kept, what it will have, and the button that merges the others into it. */
export function DuplicateGroup({ page, keep, isMerging, onKeep, onMerge }: DuplicateGroupProps) {
  const { t } = useTranslation("duplicates");
  const { t: ofLinks } = useTranslation("links");
  const { links, number, page_id } = page;
  const title = titleOfLink(keep, ofLinks);
  return (
    <li className="dup" data-page={page_id} aria-busy={isMerging}>
      <h2 className="dup__head">
        <bdi className="one-line">{keep.site_name ?? siteNameOf(keep)}</bdi>{" "}
        <small>{t("links", { count: number })}</small>
      </h2>
      <div role="radiogroup" aria-label={`${t("keep")}: ${title}`}>
        {links.map((link) => (
          <Choice
            key={link.id}
            link={link}
            name={page_id}
            isKept={link.id === keep.id}
            isDisabled={isMerging}
            onKeep={() => onKeep(link.id)}
          />
        ))}
      </div>
      {number > links.length && <p className="hint">{t("oldest", { shown: links.length, number })}</p>}
      <div className="dup__foot">
        <Result keep={keep} links={links} />
        <button
          type="button"
          className="btn btn--plain"
          aria-label={t("mergeOf", { count: links.length, title })}
          disabled={isMerging}
          onClick={onMerge}
        >
          {t(isMerging ? "merging" : "merge")}
        </button>
      </div>
    </li>
  );
}
