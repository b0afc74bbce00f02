import type { ComponentProps } from "react";
import { DndProvider } from "react-dnd";
import { useTranslation } from "react-i18next";
import { Connectors } from "./Connectors.tsx";
import { DragImage } from "./DragImage.tsx";
import { useDragAids } from "./useDragAids.ts";

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
