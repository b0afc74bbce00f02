import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { CAPTURES_SEEN } from "../../session/flags.ts";
import { unsavedSince, useCapturesInfiniteQuery } from "./captures.api.ts";

/** The number of mails not saved since the captures were last opened on this device; nothing for 0. */
export function Unread() {
  const { t } = useTranslation("kit");
  const isOpen = useLocation()[0] === "/captures";
  const captures = useCapturesInfiniteQuery().data?.pages[0]?.captures ?? [];
  const newest = captures[0]?.received_at;
  const count = isOpen ? 0 : unsavedSince(captures, localStorage.getItem(CAPTURES_SEEN) ?? "");

  useEffect(() => {
    if (isOpen && newest !== undefined) localStorage.setItem(CAPTURES_SEEN, newest);
  }, [isOpen, newest]);

  if (count === 0) return null;
  return (
    <b className="nav__alert num" role="img" aria-label={t("unsavedCaptures", { count })}>
      {count}
    </b>
  );
}
