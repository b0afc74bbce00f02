import { expect, test } from "vitest";
import { entriesOf } from "../../../test/bookmark-files.ts";
import { parseMarkdown } from "./markdown.ts";

const LIST = `# Links

## Cooking
- [Bread [sourdough]](https://a.example/bread "Bread") #baking #slow-food
- [x] [Soup](https://a.example/soup_(hot)) - warm and **good**
- [ ] <https://a.example/rice>

### Deep
1. https://a.example/oven, in a sentence.
See [[a page]], [one](https://b.example/1) and [two](<https://b.example/2>). #both

\`\`\`
curl https://code.example/
\`\`\`
#### Too ##
[![picture](https://c.example/p.png)](https://c.example/)
# Other
https://d.example/#5
`;

test.each([1, 7, 10_000])(
  "Markdown: headings are folders, links have their titles, tags and texts (%i characters at once)",
  async (size) => {
    const cooking = ["Links", "Cooking"];
    const deep = [...cooking, "Deep"];

    expect(await entriesOf(parseMarkdown, LIST, size)).toEqual([
      {
        kind: "bookmark",
        url: "https://a.example/bread",
        title: "Bread [sourdough]",
        tags: ["baking", "slow-food"],
        folders: cooking,
      },
      {
        kind: "bookmark",
        url: "https://a.example/soup_(hot)",
        title: "Soup",
        description: "warm and **good**",
        folders: cooking,
        visits: { count: 1 },
      },
      { kind: "bookmark", url: "https://a.example/rice", folders: cooking },
      { kind: "bookmark", url: "https://a.example/oven", description: "in a sentence.", folders: deep },
      { kind: "bookmark", url: "https://b.example/1", title: "one", tags: ["both"], folders: deep },
      { kind: "bookmark", url: "https://b.example/2", title: "two", tags: ["both"], folders: deep },
      { kind: "bookmark", url: "https://c.example/", folders: [...deep, "Too"] },
      { kind: "bookmark", url: "https://d.example/#5", folders: ["Other"] },
    ]);
  },
);

test("Markdown: a text without links has none", async () => {
  expect(await entriesOf(parseMarkdown, "# A\n\nSee ![p](https://a.example/p.png) and www.example.org\n")).toEqual([]);
});
