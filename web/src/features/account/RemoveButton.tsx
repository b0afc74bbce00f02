import { Trash2 } from "lucide-react";

/** Takes its row away. @param label says of what, in words */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="icon-btn icon-btn--danger" aria-label={label} title={label} onClick={onClick}>
      <Trash2 className="icon" />
    </button>
  );
}
