import type { NewRule, UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { folded, matcherOf, type RuleFacts } from "../src/domain/rules/matching.ts";
import type { LinksTables } from "../src/projection/tables.ts";
import { factRows } from "../src/queries/matches.ts";
import { factsOf } from "../src/queries/rule-facts.ts";

/** The facts of all links of a user, from the tables. */
export async function readFacts(db: Kysely<LinksTables>, userId: UserId): Promise<RuleFacts[]> {
  const facts: RuleFacts[] = [];
  for await (const rows of factRows(db, userId)) facts.push(...rows.map((row) => factsOf(row, false)));
  return facts;
}

/** Tries every rule with every link, as the queue and a preview do. @returns how often one matched */
export function tryRules(rules: readonly Pick<NewRule, "conditions">[], links: readonly RuleFacts[]): number {
  const matchers = rules.map(matcherOf);
  let matches = 0;
  for (const facts of links) {
    const link = folded(facts);
    for (const matcher of matchers) if (matcher.matches(link)) matches++;
  }
  return matches;
}
