import type { Share } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { isSeen } from "../../folders/shares.api.ts";
import { useNow } from "../../kit/hooks.ts";
import { visitsOfWeek } from "./shares.ts";
import { useWhen } from "./useWhen.ts";

/** Says in words how something is shared, and how often it was opened. */
export function useShareFacts(): {
  readonly visits: (share: Share) => string;
  readonly all: (share: Share) => readonly string[];
} {
  const { t } = useTranslation("account");
  const now = useNow();
  const { day } = useWhen();

  function visits(share: Share): string {
    const { total } = share.visits;
    return total === 0
      ? t("shares.noVisits")
      : `${t("shares.visits", { count: total })}, ${t("shares.week", { count: visitsOfWeek(share, now) })}`;
  }

  function all(share: Share): readonly string[] {
    const { public_name: name, expires_at: end, has_password: hasPassword, ended_by_operator: isBlocked } = share;
    if (isBlocked) return [t("shares.blockedShort")];
    const facts: string[] = [name === null ? t("shares.isSecret") : t("shares.isPublic", { name })];
    if (share.notes) facts.push(t("shares.withNotes"));
    if (hasPassword) facts.push(t("shares.withPassword"));
    if (end !== null) {
      facts.push(t(isSeen(share, now) ? "shares.until" : "shares.over", { when: day(end) }));
    }
    facts.push(visits(share));
    return facts;
  }

  return { visits, all };
}
