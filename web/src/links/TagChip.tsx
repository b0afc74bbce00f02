import { Link } from "wouter";
import { useTranslation } from "react-i18next";
import { numberIn } from "../kit/i18n/language.ts";
import { filterText, pathOfSearch } from "./search/syntax.ts";

/** The address of a tag's links. */
export const pathOfTag = (name: string): string => pathOfSearch(filterText("tag", name));

/** A tag of a link, as a link to all links with it. */
export function TagLink({ name }: { name: string }) {
  return (
    <Link className="tag tag--link" to={pathOfTag(name)}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** A tag with the number of its links. */
export function TagChip({ name, count }: { name: string; count: number }) {
  const { i18n } = useTranslation();
  return (
    <Link className="chip" to={pathOfTag(name)}>
      <bdi>{name}</bdi> <small>{numberIn(i18n.language, count)}</small>
    </Link>
  );
}
