import { FILTER_VALUES, SEARCH_FLAGS } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import "./search-help.css";

/** The parts of a search, in the order of the help. */
const WORDS = ["words", "phrase", "not", "or", "brackets", "tag", "in", "title", "note", "text", "highlight"] as const;

const optionsOf = (name: keyof typeof FILTER_VALUES): string =>
  FILTER_VALUES[name].map((value) => `${name}:${value}`).join(" ");

/** Filters with the same example in every language. */
const FILTERS = [
  ["site", "site:example.com"],
  ["flags", SEARCH_FLAGS.map((flag) => `is:${flag}`).join(" ")],
  ["kept", optionsOf("kept")],
  ["read", optionsOf("read")],
  ["lang", "lang:de"],
  ["saved", "saved:2026-03"],
  ["span", "saved:2026-03..2026-05"],
] as const;

/** The help of the search syntax. */
export function SearchHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("search");
  const { t: ofBox } = useTranslation("links", { keyPrefix: "search" });
  return (
    <Dialog title={ofBox("help")} onClose={onClose}>
      <div className="dialog__body search-help">
        <p>{t("help.lead")}</p>
        <dl>
          {[...WORDS.map((each) => [each, t(`help.example.${each}`)] as const), ...FILTERS].map(([each, example]) => (
            <div key={each}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{t(`help.${each}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
