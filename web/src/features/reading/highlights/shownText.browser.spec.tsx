import type { Highlight } from "@satchel/contracts";
import { selectorsOf } from "@satchel/contracts/highlights";
import { beforeEach, expect, test } from "vitest";
import { paint } from "./paint.ts";
import { placeHighlights, readShownText, type ShownText } from "./shownText.ts";

let shown: ShownText;
let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
  root.innerHTML = `<p>The <b>saddler</b>  cuts
    the hide.</p><ul><li>Round knife</li><li>Bone folder</li></ul><p></p><pre>a  b</pre>`;
  document.body.replaceChildren(root);
  shown = readShownText(root);
});

const placeIn = (text: string) => ({ start: shown.text.indexOf(text), end: shown.text.indexOf(text) + text.length });
const oneLine = (text: string): string => text.replace(/\s+/g, " ");

test.each(["saddler", "e sad", "cuts the hide.", "hide.\nRound knife\nBone", "a b", "The"])(
  "given the part %j of the text, then its range has it, and the part of that range is the same",
  (text) => {
    const range = shown.rangeOf(placeIn(text));
    expect(oneLine(range.toString()).replaceAll(" ", "")).toBe(text.replace(/\s/g, ""));
    expect(shown.partOf(range)).toEqual(placeIn(text));
  },
);

test("given ranges that begin and end between elements, then the text that is in them is their part", () => {
  const range = document.createRange();
  range.selectNodeContents(root.querySelector("ul") as Element);
  expect(shown.partOf(range)).toEqual(placeIn("Round knife\nBone folder"));
  range.selectNode(root.querySelectorAll("p")[1] as Element);
  expect(shown.partOf(range)).toBe(undefined);
  range.selectNodeContents(root);
  expect(shown.partOf(range)).toEqual({ start: 0, end: shown.text.length });
});

test("given highlights, then they are painted in their colours over the document, which stays as it is", () => {
  const made = (text: string, color: "yellow" | "pink"): Highlight => {
    const { quote, position, textHash } = selectorsOf(shown.text, placeIn(text)) as never as {
      quote: Highlight["quote"];
      position: Highlight["position"];
      textHash: string;
    };
    return { id: text, quote, position, text_hash: textHash, color } as Highlight;
  };
  const before = root.innerHTML;
  const lost = {
    ...made("The", "pink"),
    id: "lost",
    text_hash: null,
    quote: { exact: "nowhere", prefix: "", suffix: "" },
  } as Highlight;
  const placed = placeHighlights(shown, [lost, made("Bone folder", "pink"), made("saddler", "yellow")]);
  expect(placed.map(({ highlight, place }) => [highlight.id, place !== undefined])).toEqual([
    ["saddler", true],
    ["Bone folder", true],
    ["lost", false],
  ]);
  const remove = paint(shown, placed, undefined);
  const painted = (name: string): string[] => [...(CSS.highlights.get(name) ?? [])].map(String);
  expect([painted("marked-yellow"), painted("marked-pink")]).toEqual([["saddler"], ["Bone folder"]]);
  expect(root.innerHTML).toBe(before);
  remove();
  expect(CSS.highlights.size).toBe(0);
});
