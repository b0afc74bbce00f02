import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { articleKeys } from "../../../links/articleKeys.ts";
import { linkKeys } from "../../../links/keys.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { keyCap } from "../keys.ts";
import { READING_KEYS, SHORTCUTS } from "../keys.ts";
import "../shortcuts.css";

interface RowProps {
  readonly label: string;
  /** Alternative keys, or keys in sequence with a word between. */
  readonly keys: readonly string[];
  readonly between?: string;
}

function Row({ label, keys, between }: RowProps) {
  const { t } = useTranslation("sheet");
  return (
    <div className="keys__row">
      <dt>{label}</dt>
      <dd>
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && between}
            <kbd>{key === "ctrl" || key === "delete" ? t(`cap.${key}`) : keyCap(key)}</kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** The list of all shortcuts, from the tables that define them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("sheet");
  const { t: inShort } = useTranslation("shortcuts");
  const { t: ofReading } = useTranslation("reading");
  const isMac = /mac/i.test(navigator.platform);
  const ofGroup = (group: "view" | "link"): ReactNode =>
    linkKeys
      .filter((each) => each.group === group)
      .map(({ id, keys }) => <Row key={id} label={t(`keys.${id}`)} keys={keys} />);

  return (
    <Dialog title={inShort("title")} onClose={onClose}>
      <div className="keys">
        <div>
          <Group title={t("group.go")}>
            {SHORTCUTS.map(({ action, key, first, command }) => (
              <Row
                key={action}
                label={inShort(`action.${action}`)}
                keys={first !== undefined ? [first, key] : command === true ? [isMac ? "meta" : "ctrl", key] : [key]}
                {...(first === undefined ? {} : { between: ` ${t("andThen")} ` })}
              />
            ))}
            {/* On any page (`app/shell/Toasts.tsx`). */}
            <Row label={t("keys.undo")} keys={["z"]} />
          </Group>
          <Group title={t("group.view")}>{ofGroup("view")}</Group>
        </div>
        <div>
          <Group title={t("group.link")}>{ofGroup("link")}</Group>
          <Group title={t("group.reading")}>
            {articleKeys.map(({ id, keys }) => (
              <Row key={id} label={t(`keys.${id}`)} keys={keys} />
            ))}
            {READING_KEYS.map(({ id, keys }) => (
              <Row key={id} label={ofReading(`keys.${id}`)} keys={keys} {...(id === "mark" ? { between: "–" } : {})} />
            ))}
          </Group>
        </div>
      </div>
      <p className="hint keys__hint">{t("hint")}</p>
    </Dialog>
  );
}
