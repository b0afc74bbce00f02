import type { LinkDetail } from "@satchel/contracts";
import { Plus } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useRelatedLinks } from "../../links/Related.tsx";
import { relatedTags } from "./relatedTags.ts";

interface SuggestedTagsProps {
  readonly link: LinkDetail;
  readonly onAdd: (tag: string) => void;
}

/** Tags of related links, each added by a press; nothing if there are none. */
export function SuggestedTags({ link, onAdd }: SuggestedTagsProps) {
  const { t } = useTranslation("detail");
  const tags = relatedTags(link.tags, useRelatedLinks(link.id));

  function add({ currentTarget: button }: MouseEvent<HTMLElement>, tag: string): void {
    // The button goes with its tag, so the focus moves on to the next one, or stays in the panel.
    const item = button.closest("li");
    const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("button");
    (next ?? button.closest("aside"))?.focus({ preventScroll: true });
    onAdd(tag);
  }

  if (tags.length === 0) return null;
  return (
    <ul className="panel__suggested" aria-label={t("suggestedTags")} role="list">
      {tags.map((tag) => (
        <li key={tag}>
          <button type="button" className="chip" aria-label={t("addTag", { tag })} onClick={(event) => add(event, tag)}>
            <Plus className="icon icon-s" />
            <bdi>{tag}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
