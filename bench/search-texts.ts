import {
  createLogger,
  finishSchema,
  openCopyTexts,
  openPool,
  type Pool,
  queriesOver,
  recreateSchema,
} from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { fileTexts, searchProjection } from "@satchel/search";
import { type Archive, searchLinks } from "@satchel/search/queries";
import { addLinks } from "@satchel/search/test/tables.ts";
import { cleanUp } from "@satchel/testing";
import type { Kysely } from "kysely";
import { distinctiveWords, frequencies, knownItems, mistyped } from "./corpus/known-items.ts";
import { corpusTexts } from "./corpus/texts.ts";
import { keepTexts } from "./kept-texts.ts";
import { machine, median, percentile, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// What a search in the texts of kept pages costs, and whether a known one is found: half of the texts are in one account, a
// twentieth in another, the rest in accounts of 100. Each text is of another place of the corpus.
const TEXTS = Number(process.env.TEXTS ?? 20_000);
const LARGE = Number(process.env.LARGE ?? TEXTS / 2);
const SMALL = Number(process.env.SMALL ?? TEXTS / 20);
const ROUNDS = Number(process.env.ROUNDS ?? 40);
const CHARS = 5000;
const WARM_UP = 5;
/** Texts that are kept at once: more are not stored within the bus' deadline where the machine is busy. */
const BATCH = 50;
/** Texts of the large account that are looked for again by five of their words. */
const KNOWN_ITEMS = Number(process.env.KNOWN_ITEMS ?? 400);

// A linear congruential generator (Numerical Recipes): the same texts each time.
let state = 42;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const corpus = corpusTexts(CHARS, TEXTS, random);

/** A text with words of known frequency: in a third of the texts, in one of 200, one of 30, and in three. */
function textOf(text: string, n: number, of: number): string {
  const kept = text.split(" ");
  if (n % 3 === 0) kept.splice(random(kept.length), 0, "zzcommon");
  if (n % 200 === 7) kept.splice(random(kept.length), 0, "zzmiddling");
  if (n % 30 === 4) kept.splice(random(kept.length), 0, "zzalpha", "zzbeta");
  if (n % Math.floor(of / 3) === 17) kept.splice(random(kept.length), 0, "zzrare");
  return kept.join(" ");
}

const user = (n: number): UserId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as UserId;
const [large, small] = [user(0), user(1)];

const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");

const archiveOf = (db: Kysely<LinksTables>, userId: UserId): Archive => ({
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

/** The mark of completely filed tables: their sizes. */
const SIZES = `${TEXTS} texts, ${LARGE} and ${SMALL}`;

/** Whether the texts are there from an earlier run. @throws where there are others, or not all of them */
async function areFiled(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ sizes: string | null }>(
    "select obj_description(oid, 'pg_namespace') as sizes from pg_namespace where nspname = 'links'",
  );
  if (rows.length > 0 && rows[0]?.sizes !== SIZES) throw new Error(`DATA_DIR holds other tables: ${rows[0]?.sizes}`);
  return rows.length > 0;
}

async function file(pool: Pool): Promise<void> {
  const { bus } = await startBus("warn");
  const texts = await openCopyTexts(bus);
  for (const projection of [linksProjection, searchProjection]) {
    await recreateSchema(pool, projection, projection.name);
    await finishSchema(pool, projection, projection.name, new AbortController().signal);
  }
  const others = Math.ceil((TEXTS - LARGE - SMALL) / 100);
  const sizes = [LARGE, SMALL, ...Array.from({ length: others }, () => 100)];
  let octets = 0;
  let next = 0;
  for (const [index, size] of sizes.entries()) {
    for (let from = 0; from < size && next < TEXTS; from += BATCH) {
      const some = corpus.slice(next, next + Math.min(BATCH, size - from));
      next += some.length;
      const rows = some.map((_, n) => ({ page_title: `Title ${from + n}` }));
      const ids = await addLinks({ pool }, user(index), rows);
      const kept = ids.map((id, n) => ({ id, text: textOf(some[n] ?? "", from + n, size) }));
      for (const { text } of kept) octets += Buffer.byteLength(text);
      await keepTexts(pool, texts, user(index), kept, { language: "en", from: index * 1_000_000 + from });
    }
  }
  const began = performance.now();
  await fileTexts(queriesOver(pool), texts, new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  await pool.query("vacuum (analyze) links.links, search.texts, search.passages, search.copies");
  await pool.query(`comment on schema links is '${SIZES}'`);
  const { rows } = await pool.query<{ index: string; whole: string }>(
    `select pg_relation_size('search.passages_words') as index, pg_total_relation_size('search.passages') as whole`,
  );
  const ratio = (bytes: string | undefined): string => (Number(bytes) / octets).toFixed(2);
  say(`filed     ${TEXTS} texts of ${Math.round(octets / TEXTS)} octets, ${Math.round(TEXTS / seconds)} texts/s`);
  say(
    `size      index ${ratio(rows[0]?.index)}, table with all of its indexes ${ratio(rows[0]?.whole)} times the text`,
  );
}

try {
  const url = await startDatabase(process.env.DATA_DIR);
  const pool = openPool({ url, name: "bench", logger, connections: 4 });
  say(`machine   ${machine()}`);
  if (!(await areFiled(pool))) await file(pool);
  const reader = openPool({ url, name: "bench", logger, connections: 4, readOnly: true });
  const db = queriesOver<LinksTables>(reader);
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
  const { rows: links } = await pool.query<{ id: string }>(
    "select id from links.links where user_id = $1 order by position",
    [large],
  );
  const inAccount = corpus.slice(0, LARGE);
  const frequency = frequencies(inAccount);
  for (const [name, least] of [
    ["five rarest words", 1],
    ["five rarest words of those that ten texts have", 10],
  ] as const) {
    const items = knownItems(inAccount, KNOWN_ITEMS, (text) => distinctiveWords(text, frequency, least));
    for (const isMistyped of [false, true]) {
      let found = 0;
      const times: number[] = [];
      for (const [n, { at, words }] of items.entries()) {
        const q = `${(isMistyped ? mistyped(words, n) : words).join(" ")} `;
        const start = performance.now();
        const { links: first } = await searchLinks(archiveOf(db, large), large, { q, size: 10 });
        times.push(performance.now() - start);
        if (first.some(({ id }) => id === links[at]?.id)) found++;
        else if (process.env.LIST === "1")
          say(`not found  ${q}(${words.join(" ")}), text ${at}; ${first.length} others`);
      }
      say(
        `recall@10 of the ${name}${isMistyped ? ", one mistyped" : ""}: ${(found / items.length).toFixed(3)} of ${items.length}; ` +
          `${median(times).toFixed(1)} ms, 95 %: ${percentile(times, 0.95).toFixed(1)}`,
      );
    }
  }
  await reader.end();
  await pool.end();
} finally {
  await cleanUp();
}
