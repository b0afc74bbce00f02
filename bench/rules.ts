import { createLogger, finishSchema, openPool, queriesOver, recreateSchema } from "@satchel/chassis";
import type { NewRule, RuleCondition, UserId } from "@satchel/contracts";
import { linksProjection } from "@satchel/links";
import { type LinksTables, matchRule } from "@satchel/links/queries";
import { addLinks } from "@satchel/links/test/tables.ts";
import { readFacts, tryRules } from "@satchel/links/test/try-rules.ts";
import { cleanUp } from "@satchel/testing";
import { randomUUID } from "node:crypto";
import { machine, median, percentile, say } from "./report.ts";
import { startDatabase } from "./servers.ts";

// What rules cost: 50 of them tried with 100,000 links, by the conditions alone and with their rows read from the tables; and
// the preview of a rule.
const LINKS = Number(process.env.LINKS ?? 100_000);
const RULES = 50;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const BATCH = 2000;

const WORDS = ["bread", "Käse", "tide", "loom", "Straße", "kernel", "orchard", "violin", "Crème", "harbour"];
const word = (n: number): string => WORDS[n % WORDS.length] ?? "";

/** Rules as people have them: two conditions each, most of them about sites and titles, with several words. */
const rules: NewRule[] = Array.from({ length: RULES }, (_, n) => {
  const title: RuleCondition = { kind: "title", any: [word(n), `${word(n + 3)} ${word(n + 4)}`, "never there"] };
  const site: RuleCondition = {
    kind: "site",
    any: Array.from({ length: 5 }, (_each, k) => `host${n * 5 + k}.example`),
  };
  const others: RuleCondition[] = [
    { kind: "longer", minutes: 10 },
    { kind: "language", any: ["de"] },
    { kind: "unfiled" },
  ];
  const other = others[n % others.length] as RuleCondition;
  const actions: NewRule["actions"] = [{ kind: "tag", tags: [`tag ${n}`] }, { kind: "favorite" }];
  return { name: `Rule ${n}`, is_on: true, conditions: n % 2 === 0 ? [title, other] : [site, title], actions };
});

/** Processor time beside the time on the clock, which other work on the machine makes longer. */
interface Took {
  readonly ms: number;
  readonly cpu: number;
}

const took = async (work: () => unknown): Promise<Took> => {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpu: (user + system) / 1000 };
};

try {
  const url = await startDatabase(process.env.DATA_DIR);
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");
  const pool = openPool({ url, name: "bench", logger, connections: 4 });
  await recreateSchema(pool, linksProjection, linksProjection.name);
  await finishSchema(pool, linksProjection, linksProjection.name, new AbortController().signal);
  const userId = randomUUID() as UserId;
  for (let from = 0; from < LINKS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, LINKS - from) }, (_, k) => {
      const n = from + k;
      return {
        host: `host${n % 997}.example`,
        url: `https://host${n % 997}.example/${n}`,
        page_title: `${word(n)} ${word(n * 7 + 1)}, and what became of it: part ${n} of a longer tale`,
        language: n % 3 === 0 ? "de-DE" : "en",
        reading_minutes: n % 25,
      };
    });
    await addLinks({ pool }, userId, rows);
  }
  await pool.query("vacuum (analyze) links.links");
  const reader = openPool({ url, name: "bench", logger, connections: 4, readOnly: true });
  const db = queriesOver<LinksTables>(reader);
  const none = {
    isKnown: () => false,
    textsOf: async () => new Map<never, string>(),
    asWanted: async () => () => false,
  };

  const facts = await readFacts(db, userId);
  const times: Record<"evaluated" | "read" | "preview", Took[]> = { evaluated: [], read: [], preview: [] };
  let matches = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const evaluated = await took(() => (matches = tryRules(rules, facts)));
    const read = await took(async () => tryRules(rules, await readFacts(db, userId)));
    const preview = await took(() => matchRule(db, userId, rules[0] as NewRule, none));
    if (round < 0) continue;
    times.evaluated.push(evaluated);
    times.read.push(read);
    times.preview.push(preview);
  }
  const shown = (values: readonly Took[]): string =>
    (["ms", "cpu"] as const)
      .map((field) => values.map((one) => one[field]))
      .map((all) => `${Math.round(median(all))} ms (slowest ${Math.round(percentile(all, 1))})`)
      .join(", of processor time ");
  say(`machine    ${machine()}`);
  say(`links      ${facts.length}, rules ${RULES}, matches ${matches}`);
  say(`conditions ${shown(times.evaluated)}`);
  say(`with rows  ${shown(times.read)}`);
  say(`a preview  ${shown(times.preview)}`);
  await Promise.all([reader.end(), pool.end()]);
} finally {
  await cleanUp();
}
