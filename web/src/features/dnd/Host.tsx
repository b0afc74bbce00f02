import { DndProvider, useDragDropManager, useDragLayer } from "react-dnd";
import { type ComponentProps, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Connectors } from "./Connectors.tsx";
import { DragImage } from "./DragImage.tsx";
import { drawerClosed, drawerOpened } from "../../kit/sidebar.slice.ts";
import { isAtEdge, scrollStep } from "./geometry.ts";
import { useAppDispatch } from "../../kit/state.ts";

/** The width from which on the sidebar is a drawer, as in shell-narrow.css. */
const PHONE = "(max-width: 760px)";

/** Names what a drag scrolls as it comes near its edges. */
const SCROLLS = "[data-drag-scrolls]";

/**
 * While something is dragged: scrolls the folders near their edges, and on a phone opens their drawer. Says whether
 * something is dragged on a phone.
 */
export function useDragAids(): { readonly isPhone: boolean } {
  const manager = useDragDropManager();
  const dispatch = useAppDispatch();
  const isDragging = useDragLayer((monitor) => monitor.isDragging());
  const isPhone = isDragging && window.matchMedia(PHONE).matches;

  useEffect(() => {
    if (!isDragging) return;
    const monitor = manager.getMonitor();
    let hasOpened = false;
    let frame = requestAnimationFrame(function look(): void {
      frame = requestAnimationFrame(look);
      const at = monitor.getClientOffset();
      if (at === null) return;
      if (isPhone && !hasOpened && isAtEdge(at.x)) {
        hasOpened = true;
        dispatch(drawerOpened());
      }
      for (const element of document.querySelectorAll(SCROLLS)) {
        const box = element.getBoundingClientRect();
        if (at.x >= box.left && at.x <= box.right) element.scrollTop += scrollStep(at.y, box);
      }
    });
    // The touch backend knows of no touch that the system takes away.
    const cancel = (): void => {
      if (monitor.isDragging()) manager.getActions().endDrag();
    };
    window.addEventListener("touchcancel", cancel);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("touchcancel", cancel);
      if (hasOpened) dispatch(drawerClosed());
    };
  }, [isDragging, isPhone, manager, dispatch]);

  return { isPhone };
}

function Aids() {
  const { t } = useTranslation("dnd");
  const { isPhone } = useDragAids();
  if (!isPhone) return null;
  return (
    <div className="drag-edge" aria-hidden="true">
      {t("edge")}
    </div>
  );
}

type Backend = Extract<ComponentProps<typeof DndProvider>, { backend: unknown }>["backend"];

/** Everything that dragging takes, over one backend. */
export function Host({ backend, options }: { backend: Backend; options?: object }) {
  return (
    <DndProvider backend={backend} options={options}>
      <Connectors />
      <Aids />
      <DragImage />
    </DndProvider>
  );
}
