import { SHARE_VISIT_DAYS, type ShareId, type ShareSource, type UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";

/** A record of something shared. Times are milliseconds since 1970. */
export interface ShareRecord {
  readonly source: ShareSource;
  /** The last part of its address. */
  readonly name: string;
  /** Whether its owner chose that name; otherwise it is random. */
  readonly isPublic: boolean;
  readonly notes: boolean;
  readonly passwordHash?: string;
  /** Missing: it does not expire. */
  readonly expiresAt?: number;
  readonly createdAt: number;
  /** The command that made it. */
  readonly madeBy: string;
  /** The operator has ended it. */
  readonly isBlocked?: true;
  readonly visits: Visits;
}

/** How often it was opened: in all, and on the last days, as `2026-11-25`. */
export interface Visits {
  readonly total: number;
  readonly days: Readonly<Record<string, number>>;
}

/** What an owner chooses; what is undefined stays. `null`: none. */
export interface ShareChoices {
  readonly address?: Pick<ShareRecord, "name" | "isPublic"> | undefined;
  readonly notes?: boolean | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly expiresAt?: number | null | undefined;
}

export const shareIdOf = (userId: UserId, source: ShareSource): ShareId =>
  uuidv5(
    source.kind === "folder" ? `shared folder ${source.folder_id}` : `shared link ${source.link_id}`,
    userId,
  ) as ShareId;

export const changeShare = (share: ShareRecord, choices: ShareChoices): ShareRecord => {
  const { passwordHash, expiresAt, ...stays } = share;
  const hash = choices.passwordHash === undefined ? passwordHash : choices.passwordHash;
  const expiry = choices.expiresAt === undefined ? expiresAt : choices.expiresAt;
  return {
    ...stays,
    ...choices.address,
    notes: choices.notes ?? share.notes,
    ...(hash === undefined || hash === null ? {} : { passwordHash: hash }),
    ...(expiry === undefined || expiry === null ? {} : { expiresAt: expiry }),
  };
};

/** Whether its address opens it: the end is exact. */
export const isOpen = ({ expiresAt, isBlocked }: Pick<ShareRecord, "expiresAt" | "isBlocked">, now: number): boolean =>
  isBlocked !== true && (expiresAt === undefined || now < expiresAt);

/** With more visits of a day; days before the last {@link SHARE_VISIT_DAYS} are dropped. */
export function addVisits({ total, days }: Visits, day: string, count: number): Visits {
  const added = { ...days, [day]: (days[day] ?? 0) + count };
  const kept = Object.keys(added).sort().slice(-SHARE_VISIT_DAYS);
  return { total: total + count, days: Object.fromEntries(kept.map((each) => [each, added[each] ?? 0])) };
}
