import { memo, useDeferredValue, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { useDrag, useDragDropManager, useDrop } from "react-dnd";
import type { DragItem, Placement } from "../../kit/dnd/parts.ts";
import { placementAt } from "./geometry.ts";
import { entered, left } from "../../kit/dnd/parts.ts";
import { currentParts, onPartsChanged, type Parts, type Source, type Zone } from "../../kit/dnd/parts.ts";

/** The react-dnd type of drags within the page; files and texts from outside have other types. */
export const TYPE = "satchel";

/** An empty native drag image, because the page draws its own. A file, because the policy allows no data: URL. */
const NOTHING = new Image();
NOTHING.src = new URL("./nothing.svg", import.meta.url).href;

const NONE: Parts = { sources: new Map(), zones: new Map() };

type Monitor = ReturnType<ReturnType<typeof useDragDropManager>["getMonitor"]>;

const SourceConnector = memo(function SourceConnector({ source }: { source: Source }) {
  const [isDragged, connect, connectPreview] = useDrag(
    { type: TYPE, item: source.take, collect: (monitor) => monitor.isDragging() },
    [source],
  );
  useLayoutEffect(() => {
    connect(source.element);
    connectPreview(NOTHING, { captureDraggingState: true });
    return () => {
      connect(null);
    };
  }, [connect, connectPreview, source]);
  useEffect(() => source.onDragged(isDragged), [isDragged, source]);
  return null;
});

function placementOf(zone: Zone, monitor: Monitor): Placement | undefined {
  const at = monitor.getClientOffset();
  return at === null ? undefined : placementAt(at.y, zone.element.getBoundingClientRect());
}

const ZoneConnector = memo(function ZoneConnector({ zone }: { zone: Zone }) {
  const monitor = useDragDropManager().getMonitor();
  const [isOver, connect] = useDrop<DragItem, void, boolean>(
    {
      accept: TYPE,
      canDrop: (dragged) => zone.offer(dragged, placementOf(zone, monitor)) !== null,
      drop: (dragged) => zone.drop(dragged, placementOf(zone, monitor)),
      collect: (target) => target.isOver(),
    },
    [zone, monitor],
  );
  useLayoutEffect(() => {
    connect(zone.element);
    return () => {
      connect(null);
    };
  }, [connect, zone]);
  useEffect(() => {
    if (!isOver) return;
    // Not `hover`, which is called before the monitor has the pointer's new position.
    const look = (): void => {
      const dragged = monitor.getItem() as DragItem | null;
      if (dragged !== null) entered(zone, zone.offer(dragged, placementOf(zone, monitor)));
    };
    look();
    const stop = monitor.subscribeToOffsetChange(look);
    return () => {
      stop();
      left(zone);
    };
  }, [isOver, zone, monitor]);
  return null;
});

/** Connects every source and zone of the page with react-dnd. */
export function Connectors() {
  // Deferred, because rows that a quick scroll mounts and unmounts are rarely dragged.
  const { sources, zones } = useDeferredValue(useSyncExternalStore(onPartsChanged, currentParts), NONE);
  return (
    <>
      {[...sources].map(([id, source]) => (
        <SourceConnector key={id} source={source} />
      ))}
      {[...zones].map(([id, zone]) => (
        <ZoneConnector key={id} zone={zone} />
      ))}
    </>
  );
}
