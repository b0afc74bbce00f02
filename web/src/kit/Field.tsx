import type { ReactNode } from "react";

/** A field under its label, which contains it: so neither needs an id. A hint stands outside, or it would be read as the name. */
export function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      {children}
    </label>
  );
}
