import { createLogger, finishSchema, openCopyTexts, openPool, queriesOver, recreateSchema } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { fileTexts, searchProjection } from "@satchel/search";
import { type Archive, searchLinks, type SearchTables } from "@satchel/search/queries";
import { addLinks } from "@satchel/search/test/tables.ts";
import { cleanUp } from "@satchel/testing";
import type { Kysely } from "kysely";
import { randomUUID } from "node:crypto";
import { corporaFolder, wcxb } from "./articles/corpora.ts";
import { keepTexts } from "./kept-texts.ts";
import { machine, median, percentile, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// What a search in the texts of kept pages costs: half of the texts are in one account, a twentieth in another, the rest in
// accounts of 100. Texts are cut from real pages, and a tenth of their words is noise.
const TEXTS = Number(process.env.TEXTS ?? 20_000);
const LARGE = Number(process.env.LARGE ?? TEXTS / 2);
const SMALL = Number(process.env.SMALL ?? TEXTS / 20);
const ROUNDS = Number(process.env.ROUNDS ?? 40);
const CHARS = 5000;
const WARM_UP = 5;
/** Texts that are kept at once: more are not stored within the bus' deadline where the machine is busy. */
const BATCH = 50;
/** Texts that are looked for again by five of their words. */
const KNOWN_ITEMS = 200;

// A linear congruential generator (Numerical Recipes): the same texts each time.
let state = 42;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const pages = wcxb(corporaFolder(), "dev")
  .map(({ text }) => text.replaceAll(/\s+/g, " "))
  .filter((text) => text.length > 500);
const all = pages.join(" ");
const words = all.split(" ");

/** Words of known frequency: in a third of the texts, in one of 200, and in three. */
function textOf(n: number, of: number): string {
  const at = random(all.length - CHARS);
  const kept = all
    .slice(at, at + CHARS)
    .split(" ")
    .map((word) => (random(10) === 0 ? (words[random(words.length)] ?? word) : word));
  if (n % 3 === 0) kept.splice(random(kept.length), 0, "zzcommon");
  if (n % 200 === 7) kept.splice(random(kept.length), 0, "zzmiddling");
  if (n % 30 === 4) kept.splice(random(kept.length), 0, "zzalpha", "zzbeta");
  if (n % Math.floor(of / 3) === 17) kept.splice(random(kept.length), 0, "zzrare");
  return kept.join(" ");
}

const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");

const archiveOf = (db: Kysely<LinksTables & SearchTables>, userId: UserId): Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: async () => [],
});

const SEARCHES = [
  ["a rare word", "zzrare"],
  ["a word of one text in 200", "zzmiddling"],
  ["a word of one text in 30", "zzalpha"],
  ["a word of a third of the texts", "zzcommon"],
  ["a beginning", "zzmidd"],
  ["a phrase", '"zzalpha zzbeta"'],
  ["two words", "zzalpha zzcommon"],
  ["a word without another", "zzcommon -zzalpha"],
  ["word and two filters", "zzcommon kept:yes read:no"],
  ["common in the language", "people"],
] as const;

try {
  const url = await startDatabase(process.env.DATA_DIR);
  const { bus } = await startBus("warn");
  const texts = await openCopyTexts(bus);
  const pool = openPool({ url, name: "bench", logger, connections: 4 });
  for (const projection of [linksProjection, searchProjection]) {
    await recreateSchema(pool, projection, projection.name);
    await finishSchema(pool, projection, projection.name, new AbortController().signal);
  }
  const accounts: { userId: UserId; size: number }[] = [LARGE, SMALL].map((size) => ({
    userId: randomUUID() as UserId,
    size,
  }));
  for (let left = TEXTS - LARGE - SMALL; left > 0; left -= 100)
    accounts.push({ userId: randomUUID() as UserId, size: Math.min(100, left) });
  const known: { id: string; text: string }[] = [];
  let octets = 0;
  for (const [index, { userId, size }] of accounts.entries()) {
    for (let from = 0; from < size; from += BATCH) {
      const count = Math.min(BATCH, size - from);
      const rows = Array.from({ length: count }, (_, n) => ({ page_title: `Title ${from + n}` }));
      const ids = await addLinks({ pool }, userId, rows);
      const kept = ids.map((id, n) => ({ id, text: textOf(from + n, size) }));
      for (const each of kept) {
        octets += Buffer.byteLength(each.text);
        if (index === 0 && random(LARGE) < KNOWN_ITEMS) known.push(each);
      }
      await keepTexts(pool, texts, userId, kept, { language: "en", from: index * 1_000_000 + from });
    }
  }
  const began = performance.now();
  await fileTexts(queriesOver<SearchTables>(pool), texts, new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  await pool.query("vacuum (analyze) links.links, search.texts, search.passages, search.copies");
  const { rows } = await pool.query<{ index: string; whole: string }>(
    `select pg_relation_size('search.passages_words') as index, pg_total_relation_size('search.passages') as whole`,
  );
  const ratio = (bytes: string | undefined): string => (Number(bytes) / octets).toFixed(2);
  say(`machine   ${machine()}`);
  say(`filed     ${TEXTS} texts of ${Math.round(octets / TEXTS)} octets, ${Math.round(TEXTS / seconds)} texts/s`);
  say(
    `size      index ${ratio(rows[0]?.index)}, table with all of its indexes ${ratio(rows[0]?.whole)} times the text`,
  );
  const reader = openPool({ url, name: "bench", logger, connections: 4, readOnly: true });
  const db = queriesOver<LinksTables & SearchTables>(reader);
  const [large, small] = accounts.map(({ userId }) => userId) as [UserId, UserId];
  say(`| | ${LARGE} texts: p50, p95 | ${SMALL} texts: p50, p95 | ratio of p50 |\n|---|---|---|---|`);
  for (const [name, q] of SEARCHES) {
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [n, userId] of [large, small].entries()) {
        const start = performance.now();
        await searchLinks(archiveOf(db, userId), userId, { q });
        if (round >= 0) times[n]?.push(performance.now() - start);
      }
    }
    const [a, b] = times.map((list) => [median(list), percentile(list, 0.95)] as const);
    const shown = (each = [0, 0] as readonly number[]): string => each.map((value) => value.toFixed(1)).join(", ");
    say(`| ${name} (\`${q}\`) | ${shown(a)} | ${shown(b)} | ${((a?.[0] ?? 0) / (b?.[0] ?? 1)).toFixed(1)} |`);
  }
  // The rarest of a text's own words, as somebody would remember them.
  const frequency = new Map<string, number>();
  for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  let found = 0;
  let mistyped = 0;
  for (const { id, text } of known) {
    const distinctive = [
      ...new Set(text.split(" ").filter((word) => /^[a-z]{5,12}$/.test(word) && !word.startsWith("zz"))),
    ]
      .sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0))
      .slice(0, 5);
    const find = async (q: string): Promise<boolean> =>
      (await searchLinks(archiveOf(db, large), large, { q, size: 10 })).links.some((link) => link.id === id);
    if (await find(`${distinctive.join(" ")} `)) found++;
    const [first = "", ...others] = distinctive;
    if (await find([first.slice(0, 2) + first.slice(3), ...others, ""].join(" "))) mistyped++;
  }
  say(
    `recall@10 of five words ${(found / known.length).toFixed(3)}, one mistyped ${(mistyped / known.length).toFixed(3)}; ${known.length} texts`,
  );
  await reader.end();
  await pool.end();
} finally {
  await cleanUp();
}
