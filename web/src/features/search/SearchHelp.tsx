import { SEARCH_FLAGS } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { Dialog, DialogHead } from "../../kit/Dialog.tsx";

/** What a search can be, by an example of each. The examples are as the server reads them, in any language. */
const EXAMPLES = [
  ["words", "bread oven"],
  ["phrase", '"rye bread"'],
  ["not", "bread -wheat"],
  ["or", "bread or cake"],
  ["brackets", "(bread or cake) -is:visited"],
  ["tag", "tag:recipes"],
  ["site", "site:example.com"],
  ["in", 'in:"To read"'],
  ["flags", SEARCH_FLAGS.map((flag) => `is:${flag}`).join(" ")],
  ["title", "title:bread"],
  ["note", "note:birthday"],
  ["saved", "saved:2026-03"],
  ["span", "saved:2026-03..2026-05"],
] as const;

/** The sheet of all that can be typed into the search box. */
export function SearchHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("search");
  return (
    <Dialog className="dialog" label={t("help.open")} onClose={onClose}>
      <DialogHead title={t("help.open")} onClose={onClose} />
      <div className="dialog__body search-help">
        <p>{t("help.lead")}</p>
        <dl>
          {EXAMPLES.map(([name, example]) => (
            <div key={name}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{t(`help.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
