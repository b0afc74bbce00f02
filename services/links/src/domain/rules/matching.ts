import { limitMarks, type NewRule, type RuleCondition, type RuleSource } from "@satchel/contracts";

/** What is known of a link, for the conditions of rules. */
export interface RuleFacts {
  /** The hosts of its address, and of where that leads. */
  readonly hosts: readonly string[];
  readonly title: string | null;
  /** Of a newsletter: its sender's address, and the name. Null for other links. */
  readonly sender: string | null;
  /** Of the page, as it says: BCP 47. */
  readonly language: string | null;
  readonly source: RuleSource;
  /** Minutes to read it; null where that is not known. */
  readonly minutes: number | null;
  /** Whether another link leads to the same page. */
  readonly isDuplicate: boolean;
  readonly isUnfiled: boolean;
}

/** A rule that is ready to be tried with many links. */
interface Matcher {
  /** Whether the conditions hold that need no text. */
  matches(link: FoldedFacts): boolean;
  /** Folded words of which the text of the copy has to contain one; undefined where the rule asks for none. */
  readonly textWords: readonly string[] | undefined;
}

/** Facts in the form in which they are compared. They are folded once for all rules. */
interface FoldedFacts extends RuleFacts {
  readonly foldedTitle: string;
  readonly foldedSender: string;
}

/** A text without case, accents and repeated blanks: "Crème" is found by "creme". */
export const foldText = (text: string): string =>
  limitMarks(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss").replace(/\s+/g, " ");

export const folded = (facts: RuleFacts): FoldedFacts => ({
  ...facts,
  foldedTitle: foldText(facts.title ?? ""),
  foldedSender: foldText(facts.sender ?? ""),
});

const LANGUAGE = /^[a-z]{2,3}(?=$|[-_])/i;

/** Prepares a rule. Words are plain texts: nothing of them is a pattern. */
export function matcherOf({ conditions }: Pick<NewRule, "conditions">): Matcher {
  const checks = conditions.flatMap((condition) => checkOf(condition) ?? []);
  const text = conditions.find((condition) => condition.kind === "text");
  return {
    matches: (link) => checks.every((check) => check(link)),
    textWords: text?.any.map(foldText),
  };
}

type Check = (link: FoldedFacts) => boolean;

/** The check of one condition; undefined for that of the text, which is not among the facts. */
function checkOf(condition: RuleCondition): Check | undefined {
  switch (condition.kind) {
    case "site": {
      const sites = condition.any.map((site) => ({ site, below: `.${site}` }));
      return ({ hosts }) =>
        hosts.some((host) => sites.some(({ site, below }) => host === site || host.endsWith(below)));
    }
    case "sender": {
      const words = condition.any.map(foldText);
      return ({ sender, foldedSender }) => sender !== null && words.some((word) => foldedSender.includes(word));
    }
    case "title": {
      const words = condition.any.map(foldText);
      return ({ foldedTitle }) => words.some((word) => foldedTitle.includes(word));
    }
    case "text":
      return undefined;
    case "language": {
      const languages = new Set(condition.any);
      return ({ language }) => language !== null && languages.has(LANGUAGE.exec(language)?.[0].toLowerCase() ?? "");
    }
    case "source": {
      const sources = new Set(condition.any);
      return ({ source }) => sources.has(source);
    }
    case "longer":
      return ({ minutes }) => minutes !== null && minutes > condition.minutes;
    case "shorter":
      return ({ minutes }) => minutes !== null && minutes < condition.minutes;
    case "duplicate":
      return ({ isDuplicate }) => isDuplicate;
    case "unfiled":
      return ({ isUnfiled }) => isUnfiled;
  }
}
