import { randomUUID } from "node:crypto";
import type { UserId } from "@satchel/contracts";
import { Kysely, PostgresDialect } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  addLinks,
  applyEvents,
  type LinkEvent,
  newUser,
  openTables,
  searching,
  type Tables,
  titled,
} from "../../test/tables.ts";
import type { LinksTables } from "@satchel/links/queries";

const LARGE = 18_000;
const SMALL_ACCOUNTS = 50;
const SMALL = 20;

let tables: Tables;
const asked: { sql: string; parameters: readonly unknown[] }[] = [];
const large = newUser();
const small = Array.from({ length: SMALL_ACCOUNTS }, newUser);

const linkOf = (n: number) => ({
  own_title: `Link ${n}${n % 3 === 0 ? " common" : ""}${n % 20 === 3 ? " frequent" : ""}${n % 200 === 7 ? " middling" : ""}${n % (LARGE / 2) === 5 ? " raritywort" : ""}`,
  page_description: `about ${n % 977} and ${n % 89}`,
  own_tags: [`topic${n % 50}`],
  host: `www.site${n % 40}.example`,
  is_favorite: n % 5 === 0,
});

beforeAll(async () => {
  const opened = await openTables();
  const dialect = new PostgresDialect({ pool: opened.reader });
  const log = (event: { query: { sql: string; parameters: readonly unknown[] } }): void => void asked.push(event.query);
  tables = { ...opened, db: new Kysely<LinksTables>({ dialect, log }) };
  const numbers = Array.from({ length: LARGE }, (_, n) => n);
  for (let at = 0; at < LARGE; at += 2500) await addLinks(tables, large, numbers.slice(at, at + 2500).map(linkOf));
  for (const user of small) await addLinks(tables, user, numbers.slice(0, SMALL).map(linkOf));
});

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The statements of a search on documents, and how each reaches its rows. */
async function plansOf(userId: UserId, q: string, what: "page" | "count" = "page"): Promise<Plan[]> {
  asked.length = 0;
  await searching(tables, userId)[what](q);
  const plans: Plan[] = [];
  for (const { sql, parameters } of asked.filter((query) => query.sql.includes("search.texts"))) {
    const { rows } = await tables.reader.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${sql}`,
      [...parameters],
    );
    plans.push(...rows.flatMap((row) => nodes(row["QUERY PLAN"][0].Plan)));
  }
  return plans;
}

const searches = [
  "raritywort",
  "middling",
  "frequent",
  "common",
  "co",
  '"common middling"',
  "tag:topic7",
  "site:site3.example",
  "tag:topic7 common",
  "comon",
  "raritywort or middling",
  "common (topic1 or tag:topic7)",
  '"raritywort" -(middling or tag:topic7)',
];

describe.each([
  ["without statistics", async () => undefined],
  ["with statistics", () => tables.pool.query("analyze links.links, search.texts, search.vocabulary")],
])("given a large account among small ones, %s", (_, prepare) => {
  beforeAll(async () => void (await prepare()));

  test.each(searches)(
    "when %s is searched for in the large one, then the index of words leads to the links",
    async (q) => {
      const plans = await plansOf(large, q);
      const words = plans.filter((plan) => plan["Index Name"] === "texts_words");
      expect(words.length).toBeGreaterThan(0);
      const scans = plans.filter((plan) => plan["Node Type"] === "Seq Scan");
      expect(scans).toEqual([]);
    },
  );

  test.each(searches)(
    "when %s is searched for in a small account, then no link of another account is read",
    async (q) => {
      const plans = await plansOf(small[25] as UserId, q);
      expect(plans.length).toBeGreaterThan(0);
      const scans = plans.filter((plan) => plan["Node Type"] === "Seq Scan");
      expect(scans).toEqual([]);
    },
  );

  test.each(searches)("when %s is counted in the large account, then a small part of its words is read", async (q) => {
    const plans = await plansOf(large, q, "count");
    const read = plans.filter((plan) => plan["Relation Name"] === "texts");
    const rows = read.reduce((sum, plan) => sum + plan["Actual Rows"] * plan["Actual Loops"], 0);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(LARGE / 5);
  });
});

describe("given words of any frequency in a large account", () => {
  const has: readonly (readonly [string, string])[] = [
    ["raritywort", "own_title ~ 'raritywort'"],
    ["middling", "own_title ~ 'middling'"],
    ["frequent", "own_title ~ 'frequent'"],
    ["frequent tag:topic3", "own_title ~ 'frequent' and 'topic3' = any(own_tags)"],
    ["common", "own_title ~ 'common'"],
    ['"common middling"', "own_title ~ 'common middling'"],
    ["tag:topic7", "'topic7' = any(own_tags)"],
    ["tag:topic7 common", "'topic7' = any(own_tags) and own_title ~ 'common'"],
    ["common is:fav", "own_title ~ 'common' and is_favorite"],
    ["common -middling", "own_title ~ 'common' and own_title !~ 'middling'"],
    ["middling or raritywort or tag:topic7", "own_title ~ 'middling|raritywort' or 'topic7' = any(own_tags)"],
    ["common (is:fav or tag:topic7)", "own_title ~ 'common' and (is_favorite or 'topic7' = any(own_tags))"],
    ["common -(is:fav or middling)", "own_title ~ 'common' and not (is_favorite or own_title ~ 'middling')"],
  ];

  test.each(has)(
    "when the newest links with %s are looked up, then they are those, each once",
    async (q, condition) => {
      const { rows } = await tables.pool.query<{ id: string }>(
        `select id from links.links where user_id = $1 and (${condition}) order by saved_at desc, position desc`,
        [large],
      );
      const ids = rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      for (const limit of [1, 60, 101, LARGE]) {
        expect(await searching(tables, large).ids(q, limit)).toEqual(ids.slice(0, limit));
      }
    },
  );
});

describe("given highlights with two words in a row in hundreds of links", () => {
  const [user, links, marked, shown] = [newUser(), 3000, 700, 100];
  let ids: readonly string[];

  beforeAll(async () => {
    ids = await addLinks(
      tables,
      user,
      Array.from({ length: links }, (_, n) => linkOf(n)),
    );
    const made = ids.slice(0, marked).map((linkId, n) => {
      const exact = n % 10 === 9 ? "inrow passagewort" : "passagewort inrow";
      const quote = { exact, prefix: "", suffix: "" };
      return { linkId, type: "HighlightMade", data: { linkId, highlightId: randomUUID(), quote, color: "yellow" } };
    });
    await applyEvents(tables, user, made as LinkEvent[]);
    // Words of which "inrow" and "middling" are parts, no two of them together.
    const parts = Array.from({ length: 40 }, (_, n) => `${n % 2 === 0 ? "inrow" : "middling"}${"x".repeat(n + 1)}`);
    await addLinks(tables, user, titled(...parts));
    await tables.pool.query("vacuum (analyze) search.passages");
  });

  /** Looks by the key of the passages that are not for one link. */
  const goneThrough = (plans: readonly Plan[]): Plan[] =>
    plans.filter((plan) => plan["Index Name"] === "passages_pkey" && plan["Index Cond"]?.includes("(id = ") !== true);

  const looksBy = (plans: readonly Plan[], index: string): number[] =>
    plans.filter((plan) => plan["Index Name"] === index).map((plan) => plan["Actual Loops"]);

  test("when one is searched for, then the words of the links are read for the shown ones alone", async () => {
    expect((await searching(tables, user).page("passagewort")).links[0]?.id).toBe(ids[marked - 1]);
    const looks = looksBy(await plansOf(user, "passagewort"), "texts_pkey");
    expect(looks).toContain(shown);
    expect(Math.max(...looks)).toBe(shown);
  });

  test("when both are searched for as a phrase, then those that have it are found, and few others are unpacked", async () => {
    const phrase = '"passagewort inrow"';
    const found = ids.slice(0, marked).filter((_, n) => n % 10 !== 9);
    expect(await searching(tables, user).ids(phrase, links)).toEqual(found.toReversed());
    const plans = await plansOf(user, phrase);
    const index = plans.filter((plan) => plan["Index Name"] === "passages_words");
    expect(index.length).toBeGreaterThan(0);
    // A phrase would be checked on each of the passages that have its words.
    for (const plan of index) expect(plan["Index Cond"]).not.toContain("<->");
    expect(Math.max(...looksBy(plans, "passages_pkey"))).toBeLessThan(marked / 2);
  });

  test("when a word is searched for that nothing has, then the account's passages are not gone through for it", async () => {
    const plans = await plansOf(user, "nowherewort");
    expect(plans.some((plan) => plan["Index Name"] === "passages_words")).toBe(true);
    expect(goneThrough(plans)).toEqual([]);
  });

  test("when two words are searched for that nothing has together, then the passages are not gone through for similar ones", async () => {
    const plans = await plansOf(user, "inrow middling ");
    expect(
      asked.filter(({ sql, parameters }) => /passages/.test(sql) && String(parameters).includes("inrowxxx")),
    ).toHaveLength(1);
    expect(goneThrough(plans)).toEqual([]);
  });
});
