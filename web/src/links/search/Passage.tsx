import type { Link as SavedLink } from "@satchel/contracts";
import { FileText, Highlighter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Pieces } from "../Description.tsx";

/** Where in its page, or in which highlight, a link was found: the words around, which lead to that place. */
export function Passage({ link }: { link: SavedLink }) {
  const { t } = useTranslation("search");
  const { in: place = "text", pieces = [] } = link.match?.passage ?? {};
  const text = pieces.map((piece) => piece.text).join("");
  const Icon = place === "text" ? FileText : Highlighter;
  const shown = (
    <bdi>
      <Icon className="icon icon-s" role="img" aria-label={t(`passage.${place}`)} aria-hidden={false} />{" "}
      <Pieces pieces={pieces} />
    </bdi>
  );
  // The note of a highlight is not in the article, and a link without a copy has none.
  const isThere = place !== "note" && link.copy !== undefined;
  const find = text.replaceAll(/^…|…$/g, "");
  return (
    <p className="link__desc link__passage">
      {isThere ? <Link to={`/read/${link.id}?find=${encodeURIComponent(find)}`}>{shown}</Link> : shown}
    </p>
  );
}
