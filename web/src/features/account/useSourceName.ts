import type { FeedSource } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useFolderTree } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";

/** Says what a feed is of. */
export function useSourceName(): (source: FeedSource) => string {
  const { t } = useTranslation("account");
  const folders = useFolderTree();
  return (source) => {
    if (source.kind === "all") return t("feeds.ofAll");
    if (source.kind === "search") return t("feeds.ofSearch", { q: source.q });
    const name = findFolder(folders, source.folder_id)?.name;
    return name === undefined ? t("feeds.ofGone") : t("feeds.ofFolder", { name });
  };
}
