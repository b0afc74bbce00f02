import type { Link, LinkId } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLink, ids, listOf } from "./aLink.ts";
import { appendPage, type LinkList } from "./listChanges.ts";
import { changeLinks, countArrived, isReached, mergeHead, reachOf, restoreLinks } from "./listChanges.ts";
import { type IsBehind, orderOf } from "./order.ts";
import type { ListQuery } from "./view.ts";

const byAge = orderOf({}) as IsBehind;
const shown = (list: LinkList): string[] => ids(list.links);

const replaceLink = (list: LinkList, link: Link, isShown: () => boolean): LinkList =>
  changeLinks(list, new Map([[link.id, link]]), { isShown, isBehind: byAge });
const removeLink = (list: LinkList, id: LinkId): LinkList =>
  changeLinks(list, new Map([[id, null]]), { isShown: () => true, isBehind: byAge });
const restoreLink = (list: LinkList, before: LinkList, id: LinkId): LinkList =>
  restoreLinks(list, before, new Set([id]));

describe("a next page", () => {
  it("is added, without the links that are there already", () => {
    const list = listOf(["d", "c"], "after c");
    const added = appendPage(list, "after c", listOf(["c", "b"], null));
    expect(shown(added)).toEqual(["d", "c", "b"]);
    expect(added.next).toBeNull();
  });

  it("is dropped when the list has changed its end meanwhile", () => {
    const list = listOf(["d"], "after d");
    expect(appendPage(list, "after c", listOf(["b"], null))).toBe(list);
  });
});

describe("a change shown before the server answers", () => {
  const list = listOf(["c", "b", "a"], "more");
  const starred = { ...aLink("b", 2), is_favorite: true };

  it("shows where the link stands", () => {
    expect(replaceLink(list, starred, () => true).links[1]).toEqual(starred);
  });

  it("takes the link out of a list that shows no such links", () => {
    expect(shown(replaceLink(list, starred, () => false))).toEqual(["c", "a"]);
  });

  it("brings the link into a list that now shows such links, by its age", () => {
    const without = removeLink(list, starred.id);
    expect(shown(replaceLink(without, starred, () => true))).toEqual(["c", "b", "a"]);
    const whole = { links: without.links.slice(0, 1), next: null };
    expect(shown(replaceLink(whole, starred, () => true))).toEqual(["c", "b"]);
  });

  it("brings the link into a list in another order, where it belongs", () => {
    const named = (name: string) => aLink(name, 0, { title: name });
    const titles = { links: ["alder", "Birch", "“Cedar”"].map(named), next: null };
    const bringIn = (query: ListQuery, link: Link, into: LinkList): string[] =>
      shown(changeLinks(into, new Map([[link.id, link]]), { isShown: () => true, isBehind: orderOf(query) }));
    expect(bringIn({ sort: "title" }, named("Ash"), titles)).toEqual(["alder", "Ash", "Birch", "“Cedar”"]);
    expect(bringIn({ sort: "title" }, named("Çam"), titles)).toEqual(["alder", "Birch", "Çam", "“Cedar”"]);
    expect(bringIn({ sort: "title" }, named("oak"), { ...titles, next: "more" })).toEqual(shown(titles));
    const oldest = { links: list.links.toReversed(), next: null };
    expect(bringIn({ sort: "oldest" }, aLink("new", 9), oldest)).toEqual(["a", "b", "c", "new"]);
    expect(bringIn({ sort: "oldest" }, aLink("first", 0), oldest)).toEqual(["first", "a", "b", "c"]);
  });

  it("leaves a link that belongs below what is loaded to its page", () => {
    const top = { links: list.links.slice(0, 1), next: "more" };
    expect(replaceLink(top, starred, () => true)).toBe(top);
  });

  it("that brought the link in is taken back", () => {
    const without = removeLink(list, starred.id);
    const changed = replaceLink(without, starred, () => true);
    expect(restoreLink(changed, without, starred.id)).toEqual(without);
  });

  it("is taken back", () => {
    const changed = replaceLink(list, starred, () => true);
    expect(restoreLink(changed, list, starred.id)).toEqual(list);
  });

  it("of a deleted link is taken back to its place", () => {
    expect(restoreLink(removeLink(list, starred.id), list, starred.id)).toEqual(list);
  });

  it("of a deleted link finds its place though others came and went", () => {
    const meanwhile = listOf(["e", "d", "a"], "more");
    expect(shown(restoreLink(meanwhile, list, aLink("b").id))).toEqual(["b", "e", "d", "a"]);
    expect(shown(restoreLink(listOf(["d", "c", "a"], "more"), list, aLink("b").id))).toEqual(["d", "c", "b", "a"]);
  });
});

describe("many changes at once", () => {
  const list = listOf(["d", "c", "b", "a"], "more");
  const gone = new Map([
    [aLink("c").id, null],
    [aLink("b").id, null],
  ]);
  const rule = { isShown: () => true, isBehind: byAge };

  it("are shown, and taken back to where each was", () => {
    const changed = changeLinks(list, gone, rule);
    expect(shown(changed)).toEqual(["d", "a"]);
    expect(restoreLinks(changed, list, new Set(gone.keys()))).toEqual(list);
  });

  it("are taken back though what stood above them has gone meanwhile", () => {
    expect(shown(restoreLinks(listOf(["a"], "more"), list, new Set(gone.keys())))).toEqual(["c", "b", "a"]);
  });

  it("bring nothing into a search, whose order is not by age, and leave what it found", () => {
    const found = { ...aLink("b", 2), match: { title: [{ text: "b", found: true }], snippet: [] } };
    const search: LinkList = { links: [found], next: null };
    const changes = new Map([
      [aLink("new").id, aLink("new", 9)],
      [found.id, aLink("b", 2, { is_favorite: true })],
    ]);
    const changed = changeLinks(search, changes, { isShown: () => true, isBehind: undefined });
    expect(shown(changed)).toEqual(["b"]);
    expect(changed.links[0]).toMatchObject({ is_favorite: true, match: found.match });
  });
});

describe("links that arrived", () => {
  it("are those above the first that was there", () => {
    expect(countArrived(listOf(["b", "a"], null), listOf(["d", "c", "b", "a"], null))).toBe(2);
    expect(countArrived(listOf(["b", "a"], null), listOf(["b", "a"], null))).toBe(0);
  });
});

/** What the server does with a list: newest first, cursors by key. */
function stretch(all: readonly Link[], cursor: string | null, size: number): LinkList {
  const start = cursor === null ? 0 : all.findIndex((link) => link.saved_at < cursor);
  const links = start === -1 ? [] : all.slice(start, start + size);
  const isEnd = start === -1 || start + size >= all.length;
  return { links, next: isEnd ? null : (links.at(-1)?.saved_at ?? null) };
}

/** What the page does when it is told that links changed. */
function refresh(list: LinkList, all: readonly Link[], changed: ReadonlySet<LinkId>): LinkList {
  let head: LinkList = { links: [], next: null };
  do {
    const more = stretch(all, head.next, Math.max(reachOf(list, changed) - head.links.length, 3));
    head = { links: [...head.links, ...more.links], next: more.next };
  } while (!isReached(list, head, changed));
  return mergeHead(list, head, changed, byAge);
}

describe("a list that is told what changed", () => {
  const change = fc.record({
    kind: fc.constantFrom("save", "save again", "star", "delete"),
    which: fc.nat(40),
  });

  it("shows what the server has, as far down as it is loaded", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.array(change, { maxLength: 8 }), (size, loaded, changes) => {
        let clock = 0;
        const save = (): Link => aLink(`link ${clock}`, ++clock);
        let all: Link[] = Array.from({ length: size }, save).toReversed();
        const before = stretch(all, null, loaded + 1);

        const changed = new Set<LinkId>();
        for (const { kind, which } of changes) {
          const link = kind === "save" ? save() : all[which % Math.max(all.length, 1)];
          if (link === undefined) continue;
          changed.add(link.id);
          if (kind === "star") all = all.map((each) => (each === link ? { ...each, is_favorite: true } : each));
          else all = all.filter((each) => each !== link);
          if (kind === "save") all = [link, ...all];
          if (kind === "save again") all = [{ ...link, saved_at: aLink("", ++clock).saved_at }, ...all];
        }

        const after = refresh(before, all, changed);

        expect(after.links).toEqual(all.slice(0, after.links.length));
        expect(after.links.length).toBeGreaterThanOrEqual(Math.min(all.length, before.links.length - changed.size));
        const rest = after.next === null ? [] : stretch(all, after.next, Number.MAX_SAFE_INTEGER).links;
        expect([...after.links, ...rest]).toEqual(all);
      }),
    );
  });

  it("reads no further than to the last link that changed", () => {
    const names = Array.from({ length: 50 }, (_, index) => `link ${50 - index}`);
    const list = listOf(names, "more");
    const isNew = new Set([aLink("new").id]);
    expect(reachOf(list, isNew)).toBe(1);
    expect(reachOf(list, new Set([aLink("link 48").id]))).toBe(3);
    expect(isReached(list, { links: [aLink("new", 99), ...list.links.slice(0, 9)], next: "more" }, isNew)).toBe(true);
  });
});
