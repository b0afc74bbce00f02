import { texts } from "@satchel/contracts";
import { type ReactNode, type RefObject, useState } from "react";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { type Problem, reasonOf } from "../../kit/transport/call.ts";
import { type Outcome, RowSkeletons } from "./Note.tsx";

/** A query of RTK Query for a list. */
export interface ListedQuery<Item> {
  readonly data?: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

interface ListedProps<Item> {
  readonly of: ListedQuery<Item>;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly children: (item: Item) => ReactNode;
}

/** A list of the settings: its rows, or what is shown while it loads, and where it could not be loaded. */
export function Listed<Item>({ of, className = "rows", children, ...names }: ListedProps<Item>) {
  const { data: items, isError, refetch } = of;
  if (items === undefined && isError) return <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />;
  if (items === undefined) return <RowSkeletons count={1} />;
  if (items.length === 0) return null;
  return (
    <ul className={className} {...names}>
      {items.map(children)}
    </ul>
  );
}

interface RowTextProps {
  /** What people, or programs of others, called it. */
  readonly name: string;
  readonly facts: string;
  readonly children?: ReactNode;
}

/** The text of a row: its name, and facts in small letters below. */
export function RowText({ name, facts, children }: RowTextProps) {
  return (
    <span>
      <b>
        <bdi>{name}</bdi>
      </b>
      <small>{facts}</small>
      {children}
    </span>
  );
}

interface Ending<Id> {
  readonly outcome: Outcome | null;
  readonly setOutcome: (outcome: Outcome | null) => void;
  /** @returns whether it is ended */
  readonly endOne: (id: Id, said: { readonly ended: string; readonly failed: string }) => Promise<boolean>;
}

/**
 * Ends one of a list, and says so; what has ended meanwhile counts as success. `failed` is said where the server gives no reason.
 * @param place what gets the focus, because the focused button is removed with its row
 */
export function useEnding<Id>(
  end: (id: Id) => PromiseLike<{ readonly error?: unknown }>,
  place: RefObject<HTMLElement | null>,
): Ending<Id> {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return {
    outcome,
    setOutcome,
    endOne: async (id, { ended, failed }) => {
      setOutcome(null);
      place.current?.focus();
      const { error } = await end(id);
      const isEnded = error === undefined || (error as Problem).status === 404;
      setOutcome({ ok: isEnded, text: isEnded ? ended : reasonOf(error, failed) });
      return isEnded;
    },
  };
}
