import type { ListedHighlight } from "@satchel/contracts";
import { expect, test } from "vitest";
import { writeHighlights } from "./highlights.ts";

const highlight = {
  id: "1d3a1c3e-52a9-4d2b-8c1c-7e0f3f1d9c33",
  quote: { exact: "a [bone] folder\n<script>alert(1)</script>", prefix: "with ", suffix: "" },
  position: { start: 5, end: 20 },
  text_hash: "0f1e2d3c4b5a6978",
  color: "yellow",
  note: "Ask **him**",
  created_at: "2026-01-02T03:04:05.000Z",
  changed_at: null,
  link: { id: "5b3f7c1a-0d1e-5f2a-8b3c-4d5e6f708192", url: "https://example.org/a>b", title: "Tools](x) #1" },
} as ListedHighlight;

const written = async (format: "jsonld" | "markdown", ...all: ListedHighlight[]): Promise<string> => {
  let text = "";
  for await (const piece of writeHighlights(
    format,
    (async function* () {
      yield* all;
    })(),
  ))
    text += piece;
  return text;
};

test("given a highlight, when it is written as Markdown, then its texts stay texts, under their link", async () => {
  expect(await written("markdown", highlight, { ...highlight, note: null })).toBe(`# Highlights

## [Tools\\](x) \\#1](<https://example.org/a%3Eb>)

> a \\[bone\\] folder
>
> \\<script\\>alert(1)\\</script\\>

2026-01-02, yellow

Ask **him**

> a \\[bone\\] folder
>
> \\<script\\>alert(1)\\</script\\>

2026-01-02, yellow
`);
});

test("given a quotation with entities, rules and marks of lists, then Markdown shows them as they are", async () => {
  const exact = "Write &lt;b> &#38; R&D;\n---\n- - -\n- dash\n+ plus\n1. one\n1984) year\n-5 and 1.5\n\n";
  const text = await written("markdown", { ...highlight, quote: { ...highlight.quote, exact }, note: null });
  expect(text.match(/^> .*$/gm)).toEqual([
    "> Write \\&lt;b\\> \\&\\#38; R\\&D;",
    "> \\---",
    "> \\- - -",
    "> \\- dash",
    "> \\+ plus",
    "> 1\\. one",
    "> 1984\\) year",
    "> -5 and 1.5",
    "> ",
    "> ",
  ]);
});

test("given an address with a backslash at its end, or an entity, then it is the destination of its link, and nothing else", async () => {
  const url = "https://a.example/?![x](https://b.example/pixel.png)&copy;\\";
  const text = await written("markdown", { ...highlight, link: { ...highlight.link, title: "A", url } });
  expect(text).toContain("## [A](<https://a.example/?![x](https://b.example/pixel.png)\\&copy;\\\\>)\n");
});

test("given no highlights, then both files are whole", async () => {
  expect(JSON.parse(await written("jsonld"))).toMatchObject({ type: "AnnotationCollection", first: { items: [] } });
  expect(await written("markdown")).toBe("# Highlights\n");
});

test("given highlights, when they are written as annotations, then quotation and place are selectors", async () => {
  const { first } = JSON.parse(await written("jsonld", highlight, highlight)) as { first: { items: unknown[] } };
  expect(first.items).toHaveLength(2);
  expect(first.items[0]).toMatchObject({
    target: {
      selector: [
        { type: "TextQuoteSelector", exact: highlight.quote.exact },
        { type: "TextPositionSelector", start: 5, end: 20 },
      ],
    },
  });
});
