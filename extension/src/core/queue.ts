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

/** A page in the queue. `refused`: why the server refused it; it is not sent again. */
export interface QueueEntry extends PageToSave {
  /** Milliseconds since 1970. */
  readonly enqueuedAt: number;
  readonly refused?: string | undefined;
}

export type Queue = readonly QueueEntry[];

/** The queue with one more page. A page that is in it already keeps its position and gets the new fields. */
export function enqueued(queue: Queue, page: PageToSave, now: number): Queue {
  const index = queue.findIndex(({ url }) => url === page.url);
  const before = queue[index];
  if (before === undefined) return [...queue, { ...page, enqueuedAt: now }];
  const { refused: _, ...kept } = before;
  return queue.with(index, { ...kept, ...definedFields(page), enqueuedAt: before.enqueuedAt });
}

/** Whether the queue has no space for a page. */
export const isFull = (queue: Queue, { url }: PageToSave): boolean =>
  queue.length >= QUEUE_MAX && !queue.some((entry) => entry.url === url);

/** The next page to be sent. */
export const nextOf = (queue: Queue): QueueEntry | undefined => queue.find(({ refused }) => refused === undefined);

/** The queue without a page that its user removed. */
export const without = (queue: Queue, url: string): Queue => queue.filter((entry) => entry.url !== url);

/** The queue without a page that was sent, unless the page changed meanwhile. */
export const withoutSent = (queue: Queue, sent: QueueEntry): Queue =>
  queue.filter((entry) => entry.url !== sent.url || JSON.stringify(entry) !== JSON.stringify(sent));

/** The queue with a page marked as refused by the server. */
export const withRefusal = (queue: Queue, url: string, reason: string): Queue =>
  queue.map((entry) => (entry.url === url ? { ...entry, refused: reason } : entry));

export const countWaiting = (queue: Queue): number => queue.filter(({ refused }) => refused === undefined).length;

const definedFields = (page: PageToSave): Partial<PageToSave> =>
  Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
