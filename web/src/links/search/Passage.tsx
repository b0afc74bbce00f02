import type { Link as SavedLink, MarkedText } from "@satchel/contracts";
import { FileText, Highlighter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useQuery } from "../../kit/hooks.ts";
import { listPart, pathOfReading } from "../addressedList.ts";
import { Pieces } from "../Description.tsx";
import "./passage.css";

/** Characters before what was found. */
const START_CHARS = 24;

/** Where in its page, or in which highlight, a link was found: the words around, which lead to that place. */
export function Passage({ link }: { link: SavedLink }) {
  const { t } = useTranslation("search");
  const list = listPart(useQuery());
  const { in: place = "text", pieces = [] } = link.match?.passage ?? {};
  const text = pieces.map((piece) => piece.text).join("");
  const Icon = place === "text" ? FileText : Highlighter;
  const shown = <Pieces pieces={withShortStart(pieces)} />;
  // The note of a highlight is not in the article, and a link without a copy has none.
  const isThere = place !== "note" && link.copy !== undefined;
  const find = text.replaceAll(/^…|…$/g, "");
  return (
    <p className="link__desc link__passage">
      <Icon className="icon icon-s" role="img" aria-label={t(`passage.${place}`)} aria-hidden={false} />
      {isThere ? (
        <Link
          to={`${pathOfReading(link.id, list)}${list === "" ? "?" : "&"}find=${encodeURIComponent(find)}`}
          dir="auto"
        >
          {shown}
        </Link>
      ) : (
        <bdi>{shown}</bdi>
      )}
    </p>
  );
}

/** The pieces with so little before what was found that it is in sight on a phone. */
function withShortStart([first, ...others]: MarkedText): MarkedText {
  if (first === undefined) return [];
  if (first.found || first.text.length <= START_CHARS) return [first, ...others];
  const end = first.text.slice(-START_CHARS);
  return [{ text: `…${end.slice(end.indexOf(" ") + 1)}`, found: false }, ...others];
}
