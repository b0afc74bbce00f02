import { LATEST_MS, SatchelError, texts } from "@satchel/contracts";

/** A place in a list that is ordered by a time and an id. */
interface TimedPlace {
  readonly at: Date;
  /** UUID */
  readonly id: string;
}

/** A time in milliseconds since 1970 and an id, as `1nb2x.8b4571bd-…`. */
const CURSOR = /^([0-9a-z]{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeTimeCursor = ({ at, id }: TimedPlace): string => `${at.getTime().toString(36)}.${id}`;

/** @throws {SatchelError} `invalid` for a malformed cursor */
export function readTimeCursor(cursor: string): TimedPlace {
  const [, time = "", id] = CURSOR.exec(cursor) ?? [];
  const at = Number.parseInt(time, 36);
  if (id === undefined || at > LATEST_MS) throw new SatchelError("invalid", texts.links.cursor);
  return { at: new Date(at), id };
}
