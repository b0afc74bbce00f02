import { type Rule, RULES_PER_USER, type RuleId } from "@satchel/contracts";
import { ListChecks, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { SidePage, WaitingList } from "../../links/SidePage.tsx";
import { ApplyDialog } from "./ApplyDialog.tsx";
import { RuleDialog } from "./RuleDialog.tsx";
import { change, remove, useRulesQuery } from "./rules.api.ts";
import { RuleRow } from "./RuleRow.tsx";
import { Empty } from "../../kit/Empty.tsx";
import "./rules.css";

function NoRules({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation("rules", { keyPrefix: "nothing" });
  const { t: ofRules } = useTranslation("rules");
  return (
    <Empty sign={<ListChecks className="empty__sign" />} title={t("title")} text={t("text")}>
      <button type="button" className="btn btn--accent" aria-haspopup="dialog" onClick={onAdd}>
        <Plus className="icon icon-m" />
        {ofRules("add")}
      </button>
    </Empty>
  );
}

type OpenDialog = { readonly kind: "edit"; readonly rule?: Rule } | { readonly kind: "apply"; readonly rule: Rule };

/** The account's rules, in the order in which they are tried. */
export function RulesPage() {
  const { t } = useTranslation("rules");
  const dispatch = useAppDispatch();
  const answer = useRulesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = answer;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const order = data?.map(({ id }) => id as string) ?? [];
  const hasRoom = order.length < RULES_PER_USER;

  async function move(id: string, position: number): Promise<void> {
    const name = data?.find((rule) => rule.id === id)?.name ?? "";
    const button = document.activeElement;
    if (!(await dispatch(change(id as RuleId, { position })))) return;
    // The browser may have lost the focus on the way.
    if (button instanceof HTMLElement && list.current?.contains(button) === true) button.focus();
    setSaid(t("row.movedTo", { name, place: position + 1, count: order.length }));
  }

  function onDelete(rule: Rule): void {
    document.getElementById("main")?.focus();
    void dispatch(remove(rule));
  }

  const add = (): void => setOpen({ kind: "edit" });
  const tools = order.length > 0 && hasRoom && (
    <button type="button" className="btn btn--accent" aria-haspopup="dialog" onClick={add}>
      <Plus className="icon icon-m" />
      {t("add")}
    </button>
  );

  return (
    <SidePage tab={t("tab")} title={t("title")} text={<p>{t("text")}</p>} tools={tools} of={answer}>
      {data === undefined && (
        <WaitingList label={t("loading")} className="rules" row="rule rule--waiting" rows={3} lines={2} />
      )}
      {data?.length === 0 && <NoRules onAdd={add} />}
      {data !== undefined && data.length > 0 && (
        <ul className="rules" ref={list} aria-label={t("list")} aria-description={t("row.drag")}>
          {data.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              order={order}
              onSwitch={(isOn) => void dispatch(change(rule.id, { is_on: isOn }))}
              onMove={(id, position) => void move(id, position)}
              onEdit={() => setOpen({ kind: "edit", rule })}
              onApply={() => setOpen({ kind: "apply", rule })}
              onDelete={() => onDelete(rule)}
            />
          ))}
        </ul>
      )}
      <p className="sr" role="status">
        {said}
      </p>
      {open?.kind === "edit" && <RuleDialog rule={open.rule} onClose={() => setOpen(null)} />}
      {open?.kind === "apply" && <ApplyDialog rule={open.rule} onClose={() => setOpen(null)} />}
    </SidePage>
  );
}
