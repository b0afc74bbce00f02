import { describe, expect, it, test } from "vitest";
import { type Command, fit, fitting, sectionsOf } from "./commands.ts";

const command = (group: Command["group"], label: string): Command => ({ id: label, group, label });
const all = [
  command("go", "All Links"),
  command("do", "Add a link"),
  command("folder", "Kitchen"),
  command("tag", "bread"),
  ...Array.from({ length: 20 }, (_, number) => command("tag", `list ${number}`)),
];
const links = ["Bread without fear", "A kit for kites"].map((title) => command("link", title));
const search = command("search", "Search");
const labels = (typed: string, found = links) => fitting(all, found, typed, search).map(({ label }) => label);

test.each([
  ["begins with it", "Küchengarten", "kuche", 4],
  ["has words that begin with its words", "Night trains of Europe", "eu ni", 3],
  ["has it somewhere", "Kitchen", "tche", 2],
  ["has its letters in their order", "Sourdough", "sdgh", 1],
  ["has its letters in their order, over words", "All Links", "alin", 1],
  ["has them from the middle of a word on", "Email addresses", "lad", 0],
  ["has too few of them to tell", "Sourdough", "sg", 0],
  ["has them in another order", "Sourdough", "hgd", 0],
])("a name that %s", (_, name, typed, rate) => {
  expect(fit(name, typed)).toBe(rate);
});

describe("what fits to what is typed", () => {
  it("are names that begin so, then links, then other names, then the search", () => {
    expect(labels("ki")).toEqual(["Kitchen", ...links.map(({ label }) => label), "Search"]);
    expect(labels("ad", [])).toEqual(["Add a link", "bread", "Search"]);
    expect(labels("read")).toEqual([...links.map(({ label }) => label), "bread", "Search"]);
    expect(labels("zzz", [])).toEqual(["Search"]);
  });

  it("are no more than can be looked through, and links leave room for the others", () => {
    const many = Array.from({ length: 30 }, (_, number) => command("link", `list of links ${number}`));
    const shown = fitting(all, many, "list", search);
    expect(shown).toHaveLength(12);
    expect(shown.filter(({ group }) => group === "link")).toHaveLength(6);
    expect(shown.filter(({ group }) => group === "tag")).toHaveLength(5);
  });
});

describe("given other words for a command", () => {
  const signOut = command("do", "Sign out");
  const words = { "Sign out": "logout log out ausloggen" };
  const found = (typed: string) => fitting([...all, signOut], links, typed, search, words).map(({ label }) => label);

  it.each(["logout", "log out", "Ausl"])(
    "when %s is typed, then it stands behind links, as it has another name",
    (typed) => {
      expect(found(typed).slice(2)).toEqual(["Sign out", "Search"]);
    },
  );

  it("when two letters are typed, or others, then it is not shown for them", () => {
    expect(found("lo")).not.toContain("Sign out");
    expect(found("gout")).not.toContain("Sign out");
  });
});

it("while nothing is typed, the link in focus stands first, then what was used last, each once", () => {
  const star = command("this", "Star");
  const recent = [command("folder", "Kitchen"), command("go", "All Links")];
  const shown = sectionsOf([...all, star], recent).map(({ name, commands }) => [
    name,
    commands.map((each) => each.label),
  ]);
  expect(shown).toEqual([
    ["this", ["Star"]],
    ["recent", ["Kitchen", "All Links"]],
    ["do", ["Add a link"]],
  ]);
});
