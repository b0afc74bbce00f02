import { expect, it } from "vitest";
import { type Command, fitting } from "./commands.ts";

const command = (group: Command["group"], label: string): Command => ({ id: label, group, label });
const all = [
  command("go", "All Links"),
  command("do", "Add a link"),
  command("folder", "Kitchen"),
  command("tag", "bread"),
  ...Array.from({ length: 20 }, (_, number) => command("tag", `list ${number}`)),
];
const search = command("search", "Search");
const labels = (typed: string) => fitting(all, typed, search).map(({ label }) => label);

it("without anything typed it shows where to go and what to do", () => {
  expect(labels(" ")).toEqual(["All Links", "Add a link"]);
});

it("finds by the beginning first, whatever the case, and offers to search last", () => {
  expect(labels("KI")).toEqual(["Kitchen", "Search"]);
  expect(labels("ad")).toEqual(["Add a link", "bread", "Search"]);
  expect(labels("zzz")).toEqual(["Search"]);
});

it("shows no more than can be looked through", () => {
  expect(labels("list")).toHaveLength(12);
});
