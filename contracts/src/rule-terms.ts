/** When something is known of a link: when it was saved, when its page was described (or can't be), when its text was kept. */
export const RULE_STAGES = ["saved", "described", "kept"] as const;
export type RuleStage = (typeof RULE_STAGES)[number];

/** How a link was saved: the kinds of {@link LinkOrigin}. */
export const RULE_SOURCES = ["page", "extension", "mail", "letter", "feed", "token", "import"] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];
