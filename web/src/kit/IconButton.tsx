import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "title" | "aria-label"> {
  /** What it does: read aloud, and shown to a resting pointer. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** `m` and `s` are smaller than the usual size. */
  readonly size?: "m" | "s";
  /** Whether it takes something away. */
  readonly isDanger?: boolean;
}

/** A button that shows nothing but an icon. */
export function IconButton({ label, icon: Icon, size, isDanger = false, className, ...attributes }: IconButtonProps) {
  const classes = ["icon-btn", isDanger && "icon-btn--danger", className].filter(Boolean).join(" ");
  return (
    <button type="button" {...attributes} className={classes} aria-label={label} title={label}>
      <Icon className={size === undefined ? "icon" : `icon icon-${size}`} />
    </button>
  );
}
