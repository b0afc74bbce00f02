import type { Rule } from "@satchel/contracts";
import { Ellipsis, GripVertical, History, MoveDown, MoveUp, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSource, useZone } from "../../kit/dnd/useZone.ts";
import { Menu, MenuItem } from "../../kit/Menu.tsx";
import { type MenuPoint, below } from "../../kit/menuPlace.ts";
import { placeAt } from "./order.ts";
import { Sentence } from "./Sentence.tsx";
import { IconButton } from "../../kit/IconButton.tsx";

interface RuleRowProps {
  readonly rule: Rule;
  /** The ids of all rules, in their order. */
  readonly order: readonly string[];
  readonly onSwitch: (isOn: boolean) => void;
  readonly onMove: (id: string, position: number) => void;
  readonly onEdit: () => void;
  readonly onApply: () => void;
  readonly onDelete: () => void;
}

/** Steps of the arrow keys, with Alt. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** A rule of the list: its switch, its sentence, and what can be done with it. */
export function RuleRow({ rule, order, onSwitch, onMove, onEdit, onApply, onDelete }: RuleRowProps) {
  const { t } = useTranslation("rules", { keyPrefix: "row" });
  const [menu, setMenu] = useState<MenuPoint | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  const { id, name } = rule;
  const at = order.indexOf(id);

  const source = useSource(() => ({ kind: "rule", id, name, isIn: () => true, put: () => undefined }));
  const zone = useZone({
    offer: (dragged, placement) => {
      if (dragged.kind !== "rule" || placeAt(order, dragged.id, id, placement === "after") === undefined) return null;
      const side = placement === "after" ? "after" : "before";
      return { placement: side, text: t(side, { name }), isRefused: false };
    },
    drop: (dragged, placement) => {
      const place = dragged.kind === "rule" ? placeAt(order, dragged.id, id, placement === "after") : undefined;
      if (dragged.kind === "rule" && place !== undefined) onMove(dragged.id, place);
    },
  });
  const asSource = source.ref;
  const asZone = zone.ref;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const ends = [asSource(element), asZone(element)];
      return () => ends.forEach((end) => end?.());
    },
    [asSource, asZone],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    const to = at + step;
    if (to >= 0 && to < order.length) onMove(id, to);
  }

  function choose(action: () => void): () => void {
    return () => {
      setMenu(null);
      action();
    };
  }

  const side = zone.offer === null ? false : zone.offer.placement === "after" ? "is-after" : "is-before";
  const classes = ["rule", !rule.is_on && "is-off", source.isDragged && "is-dragged", side];
  return (
    <li ref={ref} className={classes.filter(Boolean).join(" ")} data-rule={id} onKeyDown={onKeyDown}>
      <GripVertical className="icon rule__grip" aria-hidden="true" />
      <div className="rule__text">
        <h2>
          <bdi>{name}</bdi>
          {!rule.is_on && <small className="badge">{t("off")}</small>}
        </h2>
        <Sentence {...rule} />
      </div>
      <div className="rule__tools">
        <button
          type="button"
          className="rule__switch"
          role="switch"
          aria-checked={rule.is_on}
          aria-label={t("on", { name })}
          title={t("on", { name })}
          onClick={() => onSwitch(!rule.is_on)}
        >
          <i />
        </button>
        <IconButton label={t("edit", { name })} icon={Pencil} aria-haspopup="dialog" onClick={onEdit} />
        <IconButton
          label={t("more", { name })}
          icon={Ellipsis}
          ref={more}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenu(below(currentTarget))}
        />
      </div>
      {menu !== null && (
        <Menu label={name} at={menu} onClose={() => setMenu(null)}>
          <MenuItem icon={History} label={t("apply")} onChoose={choose(onApply)} />
          <MenuItem icon={MoveUp} label={t("up")} isOff={at === 0} onChoose={choose(() => onMove(id, at - 1))} />
          <MenuItem
            icon={MoveDown}
            label={t("down")}
            isOff={at === order.length - 1}
            onChoose={choose(() => onMove(id, at + 1))}
          />
          <MenuItem icon={Trash2} label={t("delete")} isBad onChoose={choose(onDelete)} />
        </Menu>
      )}
    </li>
  );
}
