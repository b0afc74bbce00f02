import { type Folder, RULE_SOURCES, type RuleAction, type RuleCondition } from "@satchel/contracts";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useFolders } from "../../folders/folders.api.ts";
import { languageName } from "../../kit/i18n/languageName.ts";
import { findFolder } from "../../folders/tree.ts";

/** What the words of a rule are put together from. */
interface Phrasing {
  readonly language: string;
  readonly folders: readonly Folder[];
}

/** Some words, of which one is enough: "a, b or c". */
export const anyOf = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(words);

const strong = (text: string): ReactElement => (
  <b>
    <bdi>{text}</bdi>
  </b>
);

function Condition({ condition, language }: { condition: RuleCondition; language: string }) {
  const { t } = useTranslation("rules", { keyPrefix: "holds" });
  const { t: sourceName } = useTranslation("rules", { keyPrefix: "sources" });
  switch (condition.kind) {
    case "longer":
    case "shorter":
      return t(condition.kind, { count: condition.minutes });
    case "duplicate":
    case "unfiled":
      return t(condition.kind);
    case "source": {
      const names = RULE_SOURCES.filter((source) => condition.any.includes(source)).map((source) => sourceName(source));
      return <Trans t={t} i18nKey="source" components={{ what: strong(anyOf(names, language)) }} />;
    }
    case "language": {
      const names = condition.any.map((code) => languageName(code, language));
      return <Trans t={t} i18nKey="language" components={{ what: strong(anyOf(names, language)) }} />;
    }
    default: {
      const quoted = condition.kind === "site" ? condition.any : condition.any.map((word) => t("quoted", { word }));
      return <Trans t={t} i18nKey={condition.kind} components={{ what: strong(anyOf(quoted, language)) }} />;
    }
  }
}

function Action({ action, phrasing: { folders, language } }: { action: RuleAction; phrasing: Phrasing }) {
  const { t } = useTranslation("rules", { keyPrefix: "does" });
  switch (action.kind) {
    case "move": {
      const name = findFolder(folders, action.folder_id)?.name;
      if (name === undefined) return <em className="rule__gone">{t("moveGone")}</em>;
      return <Trans t={t} i18nKey="move" components={{ what: strong(name) }} />;
    }
    case "tag": {
      const tags = new Intl.ListFormat(language).format(action.tags.map((tag) => `#${tag}`));
      return <Trans t={t} i18nKey="tag" components={{ what: strong(tags) }} />;
    }
    case "keep":
      return t(action.is_on ? "keep" : "keepNot");
    case "send":
      return <Trans t={t} i18nKey="send" components={{ what: strong(action.email) }} />;
    default:
      return t(action.kind);
  }
}

/** Parts with a comma between them, and another word before the last one. */
const joined = (parts: readonly ReactNode[], and: string): ReactNode =>
  parts.map((part, n) => (
    // A rule is edited elsewhere: its parts never change their places here.
    <Fragment key={n}>
      {n === 0 ? "" : n === parts.length - 1 ? ` ${and} ` : ", "}
      {part}
    </Fragment>
  ));

interface SentenceProps {
  readonly conditions: readonly RuleCondition[];
  readonly actions: readonly RuleAction[];
}

/** A rule as a plain sentence. */
export function Sentence({ conditions, actions }: SentenceProps) {
  const { t, i18n } = useTranslation("rules");
  const { language } = i18n;
  const folders = useFolders();
  return (
    <p className="rule__sentence">
      {t("when")}{" "}
      {joined(
        conditions.map((condition) => <Condition key={condition.kind} condition={condition} language={language} />),
        t("and"),
      )}
      {t("so")}{" "}
      {joined(
        actions.map((action) => <Action key={action.kind} action={action} phrasing={{ folders, language }} />),
        t("and"),
      )}
      .
    </p>
  );
}
