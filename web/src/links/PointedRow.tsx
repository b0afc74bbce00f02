import type { Link } from "@satchel/contracts";
import type { RefObject } from "react";
import { HoverPreview } from "./HoverPreview.tsx";
import { useRowMenu } from "./useRowMenu.ts";

interface PointedRowProps {
  readonly frame: RefObject<HTMLElement | null>;
  readonly links: readonly Link[];
  /** Whether rows have no picture and description of their own. */
  readonly hasPreview: boolean;
}

/** What is shown of the row under the pointer: its menu, and its preview. */
export function PointedRow({ frame, links, hasPreview }: PointedRowProps) {
  useRowMenu(frame, links);
  return hasPreview && <HoverPreview frame={frame} links={links} />;
}
