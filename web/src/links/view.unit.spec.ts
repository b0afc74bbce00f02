import type { Folder } from "@satchel/contracts";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import en from "./texts.en.ts";
import { aLink } from "./aLink.ts";
import type { LinkTexts } from "./linkText.ts";
import { filtersOf, matches, pathOfView, titleOf, type View, viewOf, viewOfFolder } from "./view.ts";

let t: LinkTexts;
beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { links: en } } });
  t = i18next.getFixedT("en", "links");
});

const views: View[] = [{ kind: "all" }, { kind: "favorites" }, { kind: "unvisited" }, { kind: "folder", id: 7 }];
const smart: View = { kind: "smart", id: 7 };
const folders: Folder[] = [
  {
    id: 3,
    name: "Reading",
    parent_folder_id: null,
    order_index: 0,
    color: null,
    emoji: null,
    search: null,
    children: [
      {
        id: 7,
        name: "Essays",
        parent_folder_id: 3,
        order_index: 0,
        color: null,
        emoji: null,
        search: null,
        children: [],
      },
    ],
  },
];

describe("a view", () => {
  it.each([...views, smart])("$kind is what its address says", (view) => {
    expect(viewOf(new URL(pathOfView(view), "http://page").searchParams)).toEqual(view);
  });

  it.each(["", "view=nonsense", "folder=0", "folder=-9999", "folder=1.5", "folder=x", "smart=0", "smart=x"])(
    "of ?%s is all links",
    (query) => {
      expect(viewOf(new URLSearchParams(query))).toEqual({ kind: "all" });
    },
  );

  it("has the title of the specification", () => {
    expect(views.map((view) => titleOf(view, folders, t))).toEqual([
      "Your Links",
      "Favorites",
      "Unseen Links",
      "Essays",
    ]);
    expect(titleOf(smart, folders, t)).toBe("Essays");
  });

  it("of a folder is that of its kind", () => {
    expect(viewOfFolder({ id: 7, search: null })).toEqual({ kind: "folder", id: 7 });
    expect(viewOfFolder({ id: 7, search: "bread" })).toEqual(smart);
  });
});

describe("whether a view shows a link", () => {
  const starred = aLink("starred", 0, { is_favorite: true });
  const visited = aLink("visited", 0, { visit_count: 1, first_visited_at: "2026-01-01T00:00:00.000Z" });
  const filed = aLink("filed", 0, { folder_id: 7 });

  it.each([
    ["all", ["starred", "visited", "filed"]],
    ["favorites", ["starred"]],
    ["unvisited", ["starred", "filed"]],
    ["folder", ["filed"]],
  ])("%s shows %j", (kind, expected) => {
    const view = views.find((each) => each.kind === kind) as View;
    const shown = [starred, visited, filed].filter((link) => matches(filtersOf(view), link));
    expect(shown.map((link) => link.id)).toEqual(expected);
  });
});
