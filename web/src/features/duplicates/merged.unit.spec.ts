import { type DuplicateLink, type LinkId, TAGS_PER_LINK } from "@satchel/contracts";
import { describe, expect, it } from "vitest";
import { aLink } from "../../links/aLink.ts";
import { keptByDefault, keptOf, mergedOf } from "./merged.ts";

const link = (n: number, more: Partial<DuplicateLink> = {}): DuplicateLink => ({
  ...aLink(`link-${n}`, n),
  copies: 0,
  highlights: 0,
  ...more,
});
const page = (...links: DuplicateLink[]) => ({ page_id: "page", number: links.length, links });

describe("the link that is kept", () => {
  it("is the oldest with a copy or highlights, else the oldest", () => {
    expect(keptByDefault(page(link(1), link(2)))?.id).toBe("link-1");
    expect(keptByDefault(page(link(1), link(2, { highlights: 1 }), link(3, { copies: 1 })))?.id).toBe("link-2");
  });

  it("is the chosen one, as long as it is there", () => {
    const choices = new Map([["page", "link-2" as LinkId]]);
    expect(keptOf(page(link(1), link(2)), choices)?.id).toBe("link-2");
    expect(keptOf(page(link(1), link(3)), choices)?.id).toBe("link-1");
  });
});

describe("what the kept link will have", () => {
  it("is what all have together", () => {
    const keep = link(2, { tags: ["a"], visit_count: 2, folder_id: null, copies: 1 });
    const others = [
      link(1, { tags: ["B", "A"], visit_count: 3, notes: "n", highlights: 2 }),
      link(3, { is_favorite: true, folder_id: 7, notes: "m", copies: 4 }),
    ];
    expect(mergedOf(keep, [others[0] as DuplicateLink, keep, others[1] as DuplicateLink])).toEqual({
      tags: ["a", "B"],
      tagsLeft: 0,
      visits: 5,
      savedAt: link(1).saved_at,
      folderId: 7,
      isFavorite: true,
      notes: 2,
      copies: 4,
      highlights: 2,
    });
  });

  it("has no more tags than a link can have, and says how many are left out", () => {
    const tags = Array.from({ length: TAGS_PER_LINK }, (_, n) => `t${n}`);
    const merged = mergedOf(link(1, { tags }), [link(1, { tags }), link(2, { tags: ["more", "most"] })]);
    expect([merged.tags, merged.tagsLeft]).toEqual([tags, 2]);
  });
});
