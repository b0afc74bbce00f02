/** Waiting pages at most; further ones are refused. Several windows of tabs fit. */
export const QUEUE_MAX = 500;

/** The folder for a page: an existing one, or the one of a name, which is created if it does not exist. */
export type Place = { readonly id: number } | { readonly name: string };

export interface PageToSave {
  readonly url: string;
  /** The tab's title, used until the server has read the page's own. */
  readonly title?: string | undefined;
  readonly place?: Place | undefined;
  /** Text that was selected on the page: it goes into the link's notes. */
  readonly note?: string | undefined;
}

/** A page in the queue. `account`: whose archive it is for, see {@link accountOf}; `refused`: why the server refused it; it is not sent again. */
export interface QueueEntry extends PageToSave {
  /** Milliseconds since 1970. */
  readonly enqueuedAt: number;
  /** Missing if nobody was connected: the next account gets it. */
  readonly account?: string | undefined;
  readonly refused?: string | undefined;
}

export type Queue = readonly QueueEntry[];

/** An account, as the queue names it and people read it. */
export const accountOf = ({ email, server }: { readonly email: string; readonly server: string }): string =>
  `${email} (${server})`;

/** Whether a page may be sent to an account; `undefined`: nobody is connected. */
export const isFor = (entry: Pick<QueueEntry, "account">, account: string | undefined): boolean =>
  entry.account === undefined || entry.account === account;

/**
 * The queue with one more page for an account. A page that is in it already for that account keeps its position and gets the
 * new fields.
 */
export function enqueued(queue: Queue, page: PageToSave, now: number, account?: string): Queue {
  const index = queue.findIndex((entry) => isSame(entry, { url: page.url, account }));
  const before = queue[index];
  if (before === undefined)
    return [...queue, { ...page, ...(account === undefined ? {} : { account }), enqueuedAt: now }];
  const { refused: _, ...kept } = before;
  return queue.with(index, { ...kept, ...definedFields(page), enqueuedAt: before.enqueuedAt });
}

/** Whether the queue has no space for a page of an account. */
export const isFull = (queue: Queue, { url }: PageToSave, account?: string): boolean =>
  queue.length >= QUEUE_MAX && !queue.some((entry) => isSame(entry, { url, account }));

/** The pages that wait to be sent to an account. */
export const waitingFor = (queue: Queue, account: string | undefined): Queue =>
  queue.filter((entry) => entry.refused === undefined && isFor(entry, account));

type EntryKey = Pick<QueueEntry, "url" | "account">;

const isSame = (entry: EntryKey, { url, account }: EntryKey): boolean => entry.url === url && entry.account === account;

/** The queue without a page that its user removed. */
export const without = (queue: Queue, removed: EntryKey): Queue => queue.filter((entry) => !isSame(entry, removed));

/** The queue without a page that was sent, unless the page changed meanwhile. */
export const withoutSent = (queue: Queue, sent: QueueEntry): Queue =>
  queue.filter((entry) => !isSame(entry, sent) || JSON.stringify(entry) !== JSON.stringify(sent));

/** The queue with a page marked as refused by the server. */
export const withRefusal = (queue: Queue, sent: EntryKey, reason: string): Queue =>
  queue.map((entry) => (isSame(entry, sent) ? { ...entry, refused: reason } : entry));

const definedFields = (page: PageToSave): Partial<PageToSave> =>
  Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
