import { isItem, type Link } from "@satchel/contracts";
import type { ReactNode } from "react";
import { Link as RouteLink } from "wouter";
import { useQuery } from "../kit/hooks.ts";
import { useAppDispatch } from "../kit/state.ts";
import { listPart, pathOfReading } from "./addressedList.ts";
import { visitOf } from "./changes.api.ts";

interface VisitAnchorProps {
  readonly link: Link;
  readonly className?: string;
  readonly title?: string;
  readonly role?: "menuitem";
  readonly onVisited?: () => void;
  readonly children: ReactNode;
}

const MIDDLE_BUTTON = 1;

/**
 * Opens the page of a link in a new tab and counts one visit, for any mouse button or key. A mail is opened here, in the
 * reading view: its address leads nowhere.
 */
export function VisitAnchor({ link, className, title, role, onVisited, children }: VisitAnchorProps) {
  const dispatch = useAppDispatch();
  const list = listPart(useQuery());

  function count(): void {
    dispatch(visitOf(link));
    onVisited?.();
  }

  if (isItem(link.url)) {
    return (
      <RouteLink
        className={className}
        title={title}
        role={role}
        to={pathOfReading(link.id, list)}
        draggable={false}
        onClick={count}
      >
        {children}
      </RouteLink>
    );
  }
  return (
    <a
      className={className}
      title={title}
      role={role}
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      // So that the row is dragged, and not its address.
      draggable={false}
      onClick={count}
      onAuxClick={(event) => {
        if (event.button === MIDDLE_BUTTON) count();
      }}
    >
      {children}
    </a>
  );
}
