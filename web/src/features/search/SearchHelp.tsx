import { SEARCH_FLAGS } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Dialog, DialogHead } from "../../kit/Dialog.tsx";

/** What a search can be, in the order of the sheet. */
const WORDS = ["words", "phrase", "not", "or", "brackets", "tag", "in", "title", "note"] as const;

/** Filters whose example is the same in each language. */
const FILTERS = [
  ["site", "site:example.com"],
  ["flags", SEARCH_FLAGS.map((flag) => `is:${flag}`).join(" ")],
  ["saved", "saved:2026-03"],
  ["span", "saved:2026-03..2026-05"],
] as const;

/** The sheet of all that can be typed into the search box. */
export function SearchHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("search");
  const { t: ofBox } = useTranslation("links", { keyPrefix: "search" });
  return (
    <Dialog className="dialog" label={ofBox("help")} onClose={onClose}>
      <DialogHead title={ofBox("help")} onClose={onClose} />
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
