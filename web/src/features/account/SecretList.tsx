import { Plus } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Listed, type ListedQuery, useEnding } from "./Listed.tsx";
import { NewSecret, Note, type Outcome } from "./Note.tsx";

/** What a form tells the list that it adds to. */
export interface AddForm<Made> {
  readonly onSaid: (outcome: Outcome | null) => void;
  readonly onMade: (made: Made) => void;
  readonly onCancel: () => void;
}

interface SecretListProps<Id, Item, Made> {
  readonly of: ListedQuery<Item>;
  readonly end: (id: Id) => PromiseLike<{ readonly error?: unknown }>;
  readonly secretOf: (made: Made) => string;
  readonly said: {
    readonly title: string;
    readonly text: string;
    /** The button that opens the form. */
    readonly add: string;
    readonly secret: string;
    readonly failed: string;
    readonly made: (made: Made) => string;
    readonly ended: (item: Item) => string;
  };
  readonly row: (item: Item, onEnd: () => void) => ReactNode;
  readonly form: (form: AddForm<Made>) => ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** A list of the settings whose items have a secret, which is shown once, when one is made; with the form that makes one. */
export function SecretList<Id extends string, Item extends { id: Id }, Made extends { id: Id }>({
  of,
  end,
  secretOf,
  said,
  row,
  form,
  children,
}: SecretListProps<Id, Item, Made>) {
  const [isOpen, setOpen] = useState(false);
  // The form was left: its button gets the focus.
  const [isBack, setBack] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(end, heading);
  const titleId = useId();

  async function onEnd(item: Item): Promise<void> {
    const isEnded = await endOne(item.id, { ended: said.ended(item), failed: said.failed });
    if (isEnded && made?.id === item.id) setMade(null);
  }

  return (
    <section className="stack">
      <h4 id={titleId} ref={heading} tabIndex={-1}>
        {said.title}
      </h4>
      <p>{said.text}</p>
      {made !== null && (
        <NewSecret
          text={said.made(made)}
          secret={secretOf(made)}
          label={said.secret}
          onDone={() => {
            setMade(null);
            heading.current?.focus();
          }}
        />
      )}
      <Listed of={of} aria-labelledby={titleId}>
        {(item) => row(item, () => void onEnd(item))}
      </Listed>
      {isOpen ? (
        form({
          onSaid: setOutcome,
          onMade: (one) => {
            setMade(one);
            setOpen(false);
            setBack(false);
          },
          onCancel: () => {
            setOutcome(null);
            setOpen(false);
            setBack(true);
          },
        })
      ) : (
        <div>
          <button
            type="button"
            className="btn btn--plain"
            autoFocus={isBack}
            onClick={() => {
              setOutcome(null);
              setMade(null);
              setOpen(true);
            }}
          >
            <Plus className="icon icon-m" />
            {said.add}
          </button>
        </div>
      )}
      <Note outcome={outcome} />
      {children}
    </section>
  );
}
