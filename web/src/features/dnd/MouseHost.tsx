import { HTML5Backend } from "react-dnd-html5-backend";
import { Host } from "./Host.tsx";

/** Dragging with a mouse. */
export function MouseHost() {
  return <Host backend={HTML5Backend} />;
}
