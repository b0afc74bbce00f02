import { SHARE_NAME_CHARS, type Share, type ShareChange } from "@satchel/contracts";

/** How something is to be shared, as the form has it. */
export interface ShareForm {
  readonly isPublic: boolean;
  readonly publicName: string;
  readonly notes: boolean;
  /** Days from now; `keep`: as it is. */
  readonly ends: "keep" | "never" | "7" | "30" | "365";
  readonly hasPassword: boolean;
  /** A new one; "" keeps the one there is. */
  readonly password: string;
}

/** A name for a public address, from a title: "Über Käse & Brot" becomes "ueber-kaese-brot". */
export const nameOfTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SHARE_NAME_CHARS)
    .replaceAll(/^-|-$/g, "");

/** The form of what is shared, or of what is to be shared: secret, without notes, end and password. */
export const formOf = (share: Share | undefined, title: string): ShareForm => ({
  isPublic: share !== undefined && share.public_name !== null,
  publicName: share?.public_name ?? nameOfTitle(title),
  notes: share?.notes ?? false,
  ends: (share?.expires_at ?? null) === null ? "never" : "keep",
  hasPassword: share?.has_password ?? false,
  password: "",
});

const DAY_MS = 24 * 3600 * 1000;

/** What the form asks the server for. */
export function changeIn(form: ShareForm, now: Date): ShareChange {
  const { isPublic, publicName, notes, ends, hasPassword, password } = form;
  return {
    public_name: isPublic ? publicName.trim() : null,
    notes,
    ...(ends === "keep"
      ? {}
      : { expires_at: ends === "never" ? null : new Date(now.getTime() + Number(ends) * DAY_MS).toISOString() }),
    ...(hasPassword ? (password === "" ? {} : { password }) : { password: null }),
  };
}

/** The visits of the last seven days, today included. */
export function visitsOfWeek({ visits }: Share, now: Date): number {
  const first = new Date(now.getTime() - 6 * DAY_MS).toISOString().slice(0, 10);
  return visits.days.filter(({ day }) => day >= first).reduce((sum, { count }) => sum + count, 0);
}
