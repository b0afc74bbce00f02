import {
  ACCESS_TOKEN_SECONDS,
  CAPTURE_SECONDS,
  CODE_SECONDS,
  CONFIRMATION_SECONDS,
  CONNECTION_SECONDS,
  COPY_ADDRESS_SECONDS,
  IMPORT_SECONDS,
  INVITATION_SECONDS,
  LINK_CHECK_SECONDS,
  PAGE_BYTES,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  SHARE_PASS_SECONDS,
  SHARE_VISIT_DAYS,
  UNDO_SECONDS,
} from "@satchel/contracts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The numbers of the privacy policy, taken from the limits of the software. */
export const facts = {
  codeMinutes: CODE_SECONDS / MINUTE,
  confirmationHours: CONFIRMATION_SECONDS / HOUR,
  accessMinutes: ACCESS_TOKEN_SECONDS / MINUTE,
  stayDays: SESSION_SECONDS_STAY / DAY,
  sessionHours: SESSION_SECONDS / HOUR,
  connectionDays: CONNECTION_SECONDS / DAY,
  copyHours: COPY_ADDRESS_SECONDS / HOUR,
  sharePassHours: SHARE_PASS_SECONDS / HOUR,
  shareVisitDays: SHARE_VISIT_DAYS,
  undoDays: UNDO_SECONDS / DAY,
  captureDays: CAPTURE_SECONDS / DAY,
  importDays: IMPORT_SECONDS / DAY,
  invitationDays: INVITATION_SECONDS / DAY,
  checkDays: LINK_CHECK_SECONDS / DAY,
  pageMegabytes: PAGE_BYTES / 1024 / 1024,
} as const;

/** The operator of this installation, as far as configured. */
export interface Operator {
  readonly name: string | undefined;
  readonly address: string | undefined;
  /** The contact address, or what is shown instead. */
  readonly contact: React.ReactNode;
}

/** The sections in their order, which are the anchors in every language: `/privacy#cookies`. */
export const SECTIONS = [
  "responsible",
  "stored",
  "mails",
  "pages",
  "time",
  "cookies",
  "logs",
  "recipients",
  "extension",
  "rights",
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** A section of the policy, in one language. */
export interface Section {
  readonly title: string;
  readonly body: (operator: Operator) => React.ReactNode;
}

/** The policy in one language. */
export interface Policy {
  readonly back: string;
  readonly contents: string;
  readonly title: string;
  readonly effective: string;
  /** The address to write to could not be loaded; and the button that loads it again. */
  readonly contactMissing: string;
  readonly again: string;
  readonly lead: string;
  /** Storage, tracking, passwords, cookies: in the order of their icons. */
  readonly brief: readonly [string, string, string, string];
  readonly sections: Readonly<Record<SectionId, Section>>;
}
