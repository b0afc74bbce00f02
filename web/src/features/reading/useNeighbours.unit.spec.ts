import type { LinkId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { listPart, pathOfReading } from "../../links/addressedList.ts";
import { aLink } from "../../links/aLink.ts";
import { neighboursIn } from "./useNeighbours.ts";

const copyOf = (kind: string) => ({ copy: { kind, read: 0 } }) as never;
const article = (name: string) => aLink(name, 0, copyOf("article"));
const links = [article("a"), aLink("plain"), article("b"), aLink("shop", 0, copyOf("product")), article("c")];
const of = (id: string) => neighboursIn(links, id as LinkId);

test("the neighbours of an article are the next ones of the list that can be read", () => {
  expect(of("a")).toEqual({ previous: undefined, next: "b" });
  expect(of("b")).toEqual({ previous: "a", next: "c" });
  expect(of("c")).toEqual({ previous: "b", next: undefined });
  expect(of("plain")).toEqual({ previous: "a", next: "b" });
});

test("an article that is not in the list has no neighbours there", () => {
  expect(of("elsewhere")).toBeUndefined();
});

test("the address of the reading view says which list it was opened from, and nothing else of that address", () => {
  const list = listPart(new URLSearchParams("folder=3&q=bread+rye&link=l1&find=x"));
  expect(pathOfReading("l2" as LinkId, list)).toBe("/read/l2?folder=3&q=bread+rye");
  expect(listPart(new URLSearchParams("link=l1"))).toBe("");
});
