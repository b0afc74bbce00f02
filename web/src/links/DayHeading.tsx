import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MenuPoint, below } from "../kit/menuPlace.ts";
import { part } from "../kit/parts/part.tsx";
import { focusSoon } from "./rowFocus.ts";
import type { LinkList } from "./listChanges.ts";
import type { ListQuery } from "./view.ts";
import type { Item, WindowOfItems } from "./windowOfItems.ts";

const JumpMenu = part("links/JumpMenu", async () => (await import("./JumpMenu.tsx")).JumpMenu);

interface DayHeadingProps {
  readonly heading: string;
  readonly index: number;
  readonly measure: Ref<HTMLHeadingElement> | undefined;
  readonly onJump: (button: Element) => void;
}

/** The heading of a day. It stays below the top bar while its links are in sight, and leads to the others. */
export function DayHeading({ heading, index, measure, onJump }: DayHeadingProps) {
  const { t } = useTranslation("links", { keyPrefix: "jump" });
  return (
    <h2 className="day" ref={measure} data-index={index}>
      {/* The list is one stop of the Tab key: the keyboard has a key of its own for this (`keys.ts`). */}
      <button
        type="button"
        tabIndex={-1}
        title={t("label")}
        aria-haspopup="menu"
        onClick={(event) => onJump(event.currentTarget)}
      >
        {heading}
        <ChevronDown className="icon icon-s" />
      </button>
    </h2>
  );
}

interface JumpOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly items: readonly Item[];
  readonly list: LinkList;
  readonly query: ListQuery;
  readonly show: WindowOfItems["show"];
}

interface Jump {
  /** The menu while it is open. */
  readonly menu: ReactNode;
  /** Opens it below the button of a heading. */
  readonly open: (button: Element) => void;
  /** Opens it at the heading that what is in sight stands under. Says whether there is one. */
  readonly openInSight: () => boolean;
}

/** A menu of the headings of a list, each of which leads to its links. */
export function useJump({ frame, items, list, query, show }: JumpOptions): Jump {
  const [opened, setOpened] = useState<{ readonly at: MenuPoint; readonly from: number }>();

  function open(button: Element): void {
    const from = Number(button.closest<HTMLElement>("[data-index]")?.dataset["index"]);
    setOpened({ at: below(button), from });
  }

  function openInSight(): boolean {
    const buttons = [...(frame.current?.querySelectorAll(".day > button") ?? [])];
    const button =
      buttons.findLast((each) => each.getBoundingClientRect().top < window.innerHeight / 4) ?? buttons.at(0);
    if (button !== undefined) open(button);
    return button !== undefined;
  }

  function jump(heading: number): void {
    const item = items[heading + 1];
    const first = item?.kind === "links" ? item.links[0] : undefined;
    show(heading, "start");
    // After the menu, which gives the focus back as it closes.
    if (first !== undefined) requestAnimationFrame(() => focusSoon(first.id));
  }

  return {
    open,
    openInSight,
    menu: opened !== undefined && (
      <JumpMenu
        {...opened}
        items={items}
        query={query}
        last={list.next === null ? undefined : list.links.at(-1)}
        onJump={jump}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}
