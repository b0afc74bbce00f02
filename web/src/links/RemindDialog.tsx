import type { Link } from "@satchel/contracts";
import { BellOff, Clock } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, takesFocus } from "../kit/Dialog.tsx";
import { useNow } from "../kit/hooks.ts";
import { localeOf } from "../kit/i18n/language.ts";
import { useAppDispatch } from "../kit/state.ts";
import { changeOf } from "./changes.api.ts";
import { localText, offeredTimes, timeIn } from "./reminder.ts";
import "./remind.css";

/** Asks when a link is to be shown again. */
export function RemindDialog({ link, onClose }: { readonly link: Link; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation("memories", { keyPrefix: "reminder" });
  const dispatch = useAppDispatch();
  const now = useNow();
  const offered = offeredTimes(now);
  const [own, setOwn] = useState(() => localText(offered.at(1)?.at ?? now));
  const ownId = useId();
  const chosen = timeIn(own);
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });

  function choose(at: Date | null): void {
    onClose();
    dispatch(changeOf({ link, change: { remind_at: at === null ? null : at.toISOString() } }));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== undefined) choose(chosen);
  }

  return (
    <Dialog title={t("title")} onClose={onClose}>
      <div className="dialog__body remind">
        {offered.map(({ id, at }, nth) => (
          <button
            key={id}
            ref={nth === 0 ? takesFocus : null}
            type="button"
            className="choose"
            onClick={() => choose(at)}
          >
            <Clock className="icon" />
            <span>{t(`when.${id}`)}</span>
            <small className="num">{format.format(at)}</small>
          </button>
        ))}
        {link.reminder !== undefined && (
          <button type="button" className="choose choose--bad" onClick={() => choose(null)}>
            <BellOff className="icon" />
            <span>{t("end")}</span>
            <small className="num">{format.format(new Date(link.reminder.at))}</small>
          </button>
        )}
        <form className="remind__own" onSubmit={submit}>
          <label htmlFor={ownId}>{t("own")}</label>
          <input
            id={ownId}
            className="input"
            type="datetime-local"
            min={localText(now)}
            value={own}
            required
            onChange={(event) => setOwn(event.target.value)}
          />
          <button type="submit" className="btn btn--accent" disabled={chosen === undefined}>
            {t("set")}
          </button>
        </form>
      </div>
    </Dialog>
  );
}
