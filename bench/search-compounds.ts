import { createLogger, finishSchema, openCopyTexts, openPool, queriesOver, recreateSchema } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { countLinks, findLinks, type LinksTables } from "@satchel/links/queries";
import { fileTexts, searchProjection } from "@satchel/search";
import { type Archive, searchLinks } from "@satchel/search/queries";
import { addLinks } from "@satchel/search/test/tables.ts";
import { cleanUp } from "@satchel/testing";
import { randomUUID } from "node:crypto";
import { COMPOUNDS } from "./compounds.ts";
import { keepTexts } from "./kept-texts.ts";
import { machine, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// Whether a German compound is found by one of its parts, where it is in a title, and where it is in the text of a copy.
// Each is among others with the same parts, joined at random.
const OTHERS = Number(process.env.OTHERS ?? 2000);

const firsts = COMPOUNDS.map(([first]) => first);
const seconds = COMPOUNDS.map(([, second]) => second);

// A linear congruential generator (Numerical Recipes): the same titles each time.
let state = 7;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const SYLLABLES = ["ra", "mi", "to", "len", "ka", "sur", "be", "gil", "no", "wa", "fen", "dor", "pu", "si", "hal"];
const invented = (): string => Array.from({ length: 4 }, () => SYLLABLES[random(SYLLABLES.length)]).join("");

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** A part as somebody would type it: without the joining s. */
const typed = (part: string): string =>
  capital(part)
    .replace(/(?<=ungs|eits|ts|fs|hs|chts)s$/u, "")
    .replace(/ungs$/u, "ung");

const logger = createLogger("bench", "warn");
try {
  const url = await startDatabase();
  const { bus } = await startBus("warn");
  const texts = await openCopyTexts(bus);
  const pool = openPool({ url, name: "bench", logger, connections: 4 });
  for (const projection of [linksProjection, searchProjection]) {
    await recreateSchema(pool, projection, projection.name);
    await finishSchema(pool, projection, projection.name, new AbortController().signal);
  }
  const db = queriesOver<LinksTables>(pool);
  say(`machine   ${machine()}; ${COMPOUNDS.length} compounds among ${OTHERS} other links`);
  for (const place of ["title", "text"] as const) {
    const userId = randomUUID() as UserId;
    const sentences = [
      ...Array.from({ length: OTHERS }, () => `${capital(invented())} ${invented()} und ${capital(invented())}`),
      ...COMPOUNDS.map(([first, second]) => `Vom ${first}${second} und anderen Dingen`),
    ];
    const ids: string[] = [];
    for (let from = 0; from < sentences.length; from += 500) {
      const some = sentences.slice(from, from + 500);
      const rows = some.map((text, n) => ({ page_title: place === "title" ? text : `Page ${from + n}` }));
      ids.push(...(await addLinks({ pool }, userId, rows)));
    }
    if (place === "text") {
      const kept = ids.map((id, n) => ({ id, text: sentences[n] ?? "" }));
      await keepTexts(pool, texts, userId, kept, { language: "de" });
      await fileTexts(queriesOver(pool), texts, new AbortController().signal);
    }
    const archive: Archive = {
      db,
      load: (wanted) => findLinks(db, userId, wanted),
      count: (filters) => countLinks(db, userId, filters),
      folders: async () => [],
    };
    const find = async (q: string, id: string | undefined): Promise<boolean> =>
      (await searchLinks(archive, userId, { q: `${q} `, size: 10 })).links.some((link) => link.id === id);
    for (const [name, parts] of [
      ["the first part", firsts],
      ["the second part", seconds],
    ] as const) {
      const missed: string[] = [];
      for (const [n, part] of parts.entries()) {
        if (!(await find(typed(part), ids[OTHERS + n]))) missed.push(`${firsts[n]}|${seconds[n]}`);
      }
      const recall = 1 - missed.length / parts.length;
      say(`${place.padEnd(9)} by ${name}: ${recall.toFixed(3)} among the first ten; not: ${missed.join(" ")}`);
    }
  }
  await pool.end();
} finally {
  await cleanUp();
}
