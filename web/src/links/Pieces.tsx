import type { Highlighted } from "@satchel/contracts";
import { Fragment } from "react";

/** A text with what a search found in it marked. */
export function Pieces({ pieces }: { pieces: Highlighted }) {
  return pieces.map(({ text, found }, index) =>
    // The pieces of a text have nothing but their place.
    // oxlint-disable-next-line react/no-array-index-key
    found ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );
}
