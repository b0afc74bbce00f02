/** Pages that wait to be sent at most; what comes beyond is refused. A window of tabs fits in several times. */
export const QUEUE_MAX = 500;

/** Where a page goes: a folder that is there, or one of that name, which is made where there is none. */
export type Place = { readonly id: number } | { readonly name: string };

/** A page that is to be saved. */
export interface Wanted {
  readonly url: string;
  /** The tab's title: a title until the page's own is found. */
  readonly title?: string | undefined;
  readonly place?: Place | undefined;
  /** What was selected on the page: it goes into the link's notes. */
  readonly note?: string | undefined;
}

/** A page in the queue. `refused`: what the server said against it; it is not sent again. */
export interface Entry extends Wanted {
  /** Milliseconds since 1970. */
  readonly wantedAt: number;
  readonly refused?: string | undefined;
}

export type Queue = readonly Entry[];

/** The queue with one more page. One that is in it already keeps its turn, and takes what is newly said of it. */
export function enqueued(queue: Queue, wanted: Wanted, now: number): Queue {
  const index = queue.findIndex(({ url }) => url === wanted.url);
  const before = queue[index];
  if (before === undefined) return [...queue, { ...wanted, wantedAt: now }];
  const { refused: _, ...kept } = before;
  return queue.with(index, { ...kept, ...said(wanted), wantedAt: before.wantedAt });
}

/** Whether a page finds no place in the queue. */
export const isFull = (queue: Queue, { url }: Wanted): boolean =>
  queue.length >= QUEUE_MAX && !queue.some((entry) => entry.url === url);

/** The next page to be sent. */
export const nextOf = (queue: Queue): Entry | undefined => queue.find(({ refused }) => refused === undefined);

/** The queue without a page that is not wanted any more. */
export const without = (queue: Queue, url: string): Queue => queue.filter((entry) => entry.url !== url);

/** The queue without a page that was sent. It stays where something was said of it meanwhile. */
export const withoutSent = (queue: Queue, sent: Entry): Queue =>
  queue.filter((entry) => entry.url !== sent.url || JSON.stringify(entry) !== JSON.stringify(sent));

/** The queue with a page that the server does not take, and why. */
export const withRefusal = (queue: Queue, url: string, reason: string): Queue =>
  queue.map((entry) => (entry.url === url ? { ...entry, refused: reason } : entry));

export const countWaiting = (queue: Queue): number => queue.filter(({ refused }) => refused === undefined).length;

const said = (wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
