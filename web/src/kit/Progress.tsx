interface ProgressProps {
  /** What is done, as the dialog's title says it. */
  readonly label: string;
  readonly done: number;
  readonly of: number;
  /** Says how many are done. */
  readonly text: string;
}

/** In a dialog: how far a work on many things is. */
export function Progress({ label, done, of, text }: ProgressProps) {
  return (
    <div className="dialog__progress">
      <progress className="bar-line" aria-label={label} value={done} max={of} />
      <p className="num" role="status">
        {text}
      </p>
    </div>
  );
}
