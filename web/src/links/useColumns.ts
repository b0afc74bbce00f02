import { type RefObject, useLayoutEffect, useState } from "react";
import type { Display } from "./display.slice.ts";
import { columnsIn } from "./layout.ts";

/** How many links stand side by side: cards as there is room for, rows one by one. */
export function useColumns(frame: RefObject<HTMLElement | null>, display: Display): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = frame.current;
    if (display !== "cards" || element === null) return;
    const measure = () => setColumns(columnsIn(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, display]);
  return display === "cards" ? columns : 1;
}
