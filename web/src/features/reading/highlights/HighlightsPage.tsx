import { type HighlightColor, type ListedHighlight, SEARCH_CHARS } from "@satchel/contracts";
import { exportHighlights } from "@satchel/contracts/later-routes";
import { BookOpen, Check, Copy, Highlighter } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useFolders } from "../../../folders/folders.api.ts";
import { rowsOf } from "../../../folders/tree.ts";
import { useCopy, useSettled } from "../../../kit/hooks.ts";
import { MoreButton } from "../../../kit/MoreButton.tsx";
import { useTags } from "../../../links/detail.api.ts";
import { siteOf } from "../../../links/linkText.ts";
import { SidePage, WaitingList } from "../../../links/SidePage.tsx";
import { useExact } from "../../../links/times.ts";
import { COLORS } from "./colors.ts";
import { type HighlightFilters, useAllHighlightsInfiniteQuery } from "./highlights.api.ts";
import { Markdown } from "./Markdown.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Empty } from "../../../kit/Empty.tsx";
import "./marks.css";
import "./highlights.css";

/** Milliseconds after the last key until the search is sent. */
const TYPING_MS = 200;

const siteOfLink = ({ url, unicode_host }: ListedHighlight["link"]): string => unicode_host ?? siteOf(url);
const titleOf = ({ link }: ListedHighlight): string => link.title ?? siteOfLink(link);

/** A highlight as a quotation with its source, for another text. */
const quotationOf = (highlight: ListedHighlight): string =>
  `“${highlight.quote.exact}”\n— ${titleOf(highlight)}, ${highlight.link.url}`;

function Item({ highlight }: { highlight: ListedHighlight }) {
  const { t } = useTranslation("highlights");
  const { copied, copy } = useCopy();
  const { link, quote, note, color, created_at } = highlight;
  return (
    <li className="marked" data-color={color}>
      <span className="sr">{t("item", { color: t(`color.${color}`) })}</span>
      <blockquote cite={link.url}>
        <bdi>{quote.exact}</bdi>
      </blockquote>
      {note !== null && <Markdown text={note} />}
      <p className="marked__source">
        <Link to={`/read/${link.id}`}>
          <bdi>{titleOf(highlight)}</bdi>
        </Link>
        <bdi>{link.site_name ?? siteOfLink(link)}</bdi>
        <time dateTime={created_at}>{useExact()(created_at)}</time>
      </p>
      <div className="marked__acts">
        <IconButton
          label={t(copied ? "copied" : "copy")}
          icon={copied ? Check : Copy}
          size="m"
          onClick={() => copy(quotationOf(highlight))}
        />
        <Link className="icon-btn" to={`/read/${link.id}`} aria-label={t("open")} title={t("open")}>
          <BookOpen className="icon icon-m" />
        </Link>
      </div>
    </li>
  );
}

interface FiltersProps {
  /** The words in the field, which are searched after a pause. */
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly filters: HighlightFilters;
  readonly onChange: (filters: HighlightFilters) => void;
}

/** A choice that may be none. */
function Choice(props: {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value = "", options, onChange } = props;
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">{any}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The filters without one, or with another value of it. */
const withFilter = (
  filters: HighlightFilters,
  name: keyof HighlightFilters,
  value: string | number | undefined,
): HighlightFilters => {
  const { [name]: _before, ...others } = filters;
  return value === undefined ? others : { ...others, [name]: value };
};

function Filters({ typed, onTyped, filters, onChange }: FiltersProps) {
  const { t } = useTranslation("highlights");
  const folders = rowsOf(useFolders());
  const tags = useTags() ?? [];
  const set = (name: keyof HighlightFilters, value: string | number | undefined): void =>
    onChange(withFilter(filters, name, value));
  return (
    <div className="marked-filters" role="group" aria-label={t("filters")}>
      <input
        className="input marked-filters__words"
        type="search"
        aria-label={t("search")}
        placeholder={t("find")}
        autoComplete="off"
        maxLength={SEARCH_CHARS}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
      />
      <div className="marked-filters__colors" role="group" aria-label={t("colors")}>
        {COLORS.map((color: HighlightColor) => (
          <button
            key={color}
            type="button"
            className="marks__color"
            data-color={color}
            aria-pressed={filters.color === color}
            aria-label={t(`color.${color}`)}
            title={t(`color.${color}`)}
            onClick={() => set("color", filters.color === color ? undefined : color)}
          />
        ))}
      </div>
      <Choice
        label={t("folder")}
        any={t("anyFolder")}
        value={filters.folder_id?.toString()}
        options={[["0", t("noFolder")], ...folders.map(({ id, name }) => [String(id), name] as const)]}
        onChange={(value) => set("folder_id", value === undefined ? undefined : Number(value))}
      />
      <Choice
        label={t("tag")}
        any={t("anyTag")}
        value={filters.tag}
        options={tags.map(({ name }) => [name, name] as const)}
        onChange={(value) => set("tag", value)}
      />
    </div>
  );
}

function NoHighlights() {
  const { t } = useTranslation("highlights");
  return (
    <Empty
      sign={<Highlighter className="empty__sign" />}
      title={t("none.title")}
      text={
        <>
          {t("none.text")} <span className="by-mouse">{t("byKey")}</span>
        </>
      }
    >
      <Link className="btn btn--plain" to="/links">
        {t("none.back")}
      </Link>
    </Empty>
  );
}

const exportPath = (format: "markdown" | "jsonld"): string => exportHighlights.path.replace(":format", format);

/** All highlights: found by words, colour, folder and tag. */
export function HighlightsPage() {
  const { t } = useTranslation("highlights");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<HighlightFilters>({});
  const q = useSettled(typed.trim(), TYPING_MS);
  const filters = q === "" ? chosen : { ...chosen, q };
  const answer = useAllHighlightsInfiniteQuery(filters, { refetchOnMountOrArgChange: true });
  const { data, currentData, isFetching, hasNextPage } = answer;
  const shown = data?.pages.flatMap(({ highlights }) => highlights);
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = shown?.length === 0 && !hasNextPage && !isFetching;

  function showAll(): void {
    setTyped("");
    setChosen({});
  }

  return (
    <SidePage tab={t("tab")} title={t("title")} text={<p>{t("text")}</p>} of={{ ...answer, data: currentData }}>
      {(isFiltered || (shown !== undefined && shown.length > 0)) && (
        <Filters typed={typed} onTyped={setTyped} filters={chosen} onChange={setChosen} />
      )}
      {shown === undefined && (
        <WaitingList label={t("loading")} className="marked-list" row="marked" rows={4} lines={2} />
      )}
      {isEmpty && !isFiltered && <NoHighlights />}
      {isEmpty && isFiltered && (
        <section className="marked-none" role="status">
          <p>{t("notFound")}</p>
          <button type="button" className="btn btn--plain" onClick={showAll}>
            {t("showAll")}
          </button>
        </section>
      )}
      {shown !== undefined && shown.length > 0 && (
        <>
          <ul className="marked-list" role="list" aria-label={t("title")}>
            {shown.map((highlight) => (
              <Item key={highlight.id} highlight={highlight} />
            ))}
          </ul>
          <div className="marked-foot">
            {hasNextPage && <MoreButton of={answer}>{t("more")}</MoreButton>}
            <p className="hint">
              {t("export")}: <a href={exportPath("markdown")}>{t("exportMarkdown")}</a>,{" "}
              <a href={exportPath("jsonld")}>{t("exportJson")}</a>
            </p>
          </div>
        </>
      )}
    </SidePage>
  );
}
