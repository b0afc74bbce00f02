import { SEARCH_FLAGS, type SearchItem, type Tag } from "@satchel/contracts";
import {
  Archive,
  BookOpen,
  CalendarDays,
  FileText,
  Flag,
  Folder,
  Globe,
  Highlighter,
  History,
  Languages,
  type LucideIcon,
  NotebookPen,
  Tag as TagIcon,
  Type,
} from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { listsApi } from "../../links/lists.api.ts";
import { rowsOf } from "../../folders/tree.ts";
import { siteOf } from "../../links/linkText.ts";
import { type RootState, useAppSelector } from "../../kit/state.ts";
import { type Sources, type Suggestion, suggestionsFor } from "../../links/search/suggestions.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { useTags } from "../../links/detail.api.ts";
import { recentSearches } from "./recent.ts";

const noTags: readonly Tag[] = [];
/** The sites of all loaded links. */
const sitesIn = (state: RootState): string[] => {
  const lists = listsApi.util
    .selectCachedArgsForQuery(state, "linkList")
    .map((filters) => listsApi.endpoints.linkList.select(filters)(state).data?.links ?? []);
  return [...new Set(lists.flat().map(({ url, unicode_host }) => unicode_host ?? siteOf(url)))];
};

/** The values that can be suggested: tags, folders, the sites of loaded links, and recent searches. */
function useSources(isEmpty: boolean): Sources {
  const tags = useTags() ?? noTags;
  const folders = useFolders();
  const sites = useAppSelector(sitesIn, (a, b) => a.join(" ") === b.join(" "));
  const [now] = useState(() => new Date());
  // Read whenever the box becomes empty.
  const recent = useMemo(() => (isEmpty ? recentSearches() : []), [isEmpty]);
  return { tags, folders: rowsOf(folders).map(({ name }) => name), sites, recent, now };
}

interface SuggestionsProps {
  readonly id: string;
  readonly item: SearchItem | undefined;
  /** Whether the box is empty. */
  readonly isEmpty: boolean;
  /** Index of the active suggestion; out of range for none. */
  readonly active: number;
  readonly onOffered: (suggestions: readonly Suggestion[]) => void;
  readonly onTaken: (suggestion: Suggestion) => void;
}

const icons: Record<Suggestion["name"], LucideIcon> = {
  recent: History,
  tag: TagIcon,
  site: Globe,
  in: Folder,
  is: Flag,
  title: Type,
  note: NotebookPen,
  text: FileText,
  highlight: Highlighter,
  lang: Languages,
  kept: Archive,
  read: BookOpen,
  saved: CalendarDays,
  after: CalendarDays,
  before: CalendarDays,
};

/** The small text beside a suggestion. */
function useDetail(): (suggestion: Suggestion) => string {
  const { t } = useTranslation("search");
  return ({ name, value, count }) => {
    if (name === "recent") return t("recent");
    if (value === "") return t(`filter.${name}`);
    if (count !== undefined) return t("counted", { count });
    const flag = SEARCH_FLAGS.find((each) => each === value);
    return name === "is" && flag !== undefined ? t(`flag.${flag}`) : "";
  };
}

/** The suggestions below the search box; none while a word is typed, whose results are shown. */
export function Suggestions({ id, item, isEmpty, active, onOffered, onTaken }: SuggestionsProps) {
  const { t } = useTranslation("search");
  const detailOf = useDetail();
  const { tags, folders, sites, recent, now } = useSources(isEmpty);
  const suggestions = useMemo(
    () => suggestionsFor(item, { tags, folders, sites, recent, now }),
    // Compared by content, because each key creates new objects.
    // oxlint-disable-next-line react/exhaustive-deps
    [item?.name, item?.value, item === undefined, recent, tags, folders.join("\n"), sites.join("\n"), now],
  );

  useEffect(() => {
    onOffered(suggestions);
    return () => onOffered([]);
  }, [suggestions, onOffered]);

  if (suggestions.length === 0) return null;
  return (
    <div className="suggest">
      <ul id={id} role="listbox" aria-label={t("suggestions")}>
        {suggestions.map((suggestion, index) => {
          const Icon = icons[suggestion.name];
          return (
            <li
              key={suggestion.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // So that the focus stays in the box.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTaken(suggestion)}
            >
              <Icon className="icon icon-m" />
              <bdi className="one-line">{suggestion.value === "" ? suggestion.text : suggestion.value}</bdi>
              <small>{detailOf(suggestion)}</small>
            </li>
          );
        })}
      </ul>
      {item === undefined && <p className="hint">{t("hint")}</p>}
    </div>
  );
}
