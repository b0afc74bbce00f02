import type { ReactNode } from "react";
import { ChevronRight, Folder as FolderIcon, FolderOpen, Plus } from "lucide-react";
import { Link } from "react-router-dom";
import { letterOf } from "../links/site.ts";
import { ALL, pathOfView } from "../links/view.ts";
import { canHaveChildren, type FolderRow } from "./tree.ts";

interface FolderItemProps {
  readonly row: FolderRow;
  readonly isCurrent: boolean;
  /** Whether its children are shown; undefined where it has none. */
  readonly isOpen?: boolean | undefined;
  readonly onToggle?: () => void;
  readonly onCreate?: () => void;
}

/** One folder in the sidebar. The folder that is shown leads back to all links. */
export function FolderItem({ row, isCurrent, isOpen, onToggle, onCreate }: FolderItemProps) {
  const isTop = canHaveChildren(row);
  const classes = ["nav", isTop ? "nav--folder" : "nav--child", isCurrent && "is-current"].filter(Boolean).join(" ");
  let twist: ReactNode = isTop ? <i className="twist" /> : null;
  if (isOpen !== undefined) {
    twist = (
      <button
        type="button"
        className={isOpen ? "twist open" : "twist"}
        aria-expanded={isOpen}
        aria-label={`${row.name}, subfolders`}
        onClick={onToggle}
      >
        <ChevronRight className="icon" />
      </button>
    );
  }
  const Icon = isOpen === true ? FolderOpen : FolderIcon;

  return (
    <div className={classes} data-initial={letterOf(row.name)} title={row.name}>
      {twist}
      {isTop && <Icon className="icon" />}
      <Link
        to={pathOfView(isCurrent ? ALL : { kind: "folder", id: row.id })}
        aria-current={isCurrent ? "page" : undefined}
      >
        {row.name}
      </Link>
      {isTop && (
        <i className="more">
          <button type="button" className="icon-btn" aria-label={`New subfolder in ${row.name}`} onClick={onCreate}>
            <Plus className="icon icon-m" />
          </button>
        </i>
      )}
    </div>
  );
}
