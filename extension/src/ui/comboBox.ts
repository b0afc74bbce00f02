import { element } from "./dom.ts";

/** Choices below the field; further ones are found by typing. */
const CHOICES = 6;

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ComboBoxOptions {
  /** The id of the input, for its label. */
  readonly id: string;
  /** The accessible name of the list. */
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** What may be chosen now, the likeliest first. */
  readonly choices: () => readonly Choice[];
  /** Whether choices are shown before anything is typed. */
  readonly isOpenFirst: boolean;
  /** Called with a chosen entry, or else with what was typed. */
  readonly onChoose: (choice: Choice | undefined, typed: string) => void;
}

interface ComboBox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The choices that contain a text, those that begin with it first. */
export function choicesWith(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = plain(text.trim());
  const at = ({ label }: Choice): number => plain(label).indexOf(wanted);
  return choices.filter((each) => at(each) >= 0).toSorted((a, b) => Number(at(a) > 0) - Number(at(b) > 0));
}

/** A field with a list of choices (ARIA practices: combobox with list), as the page has it. */
export function comboBox(options: ComboBoxOptions): ComboBox {
  const { id, label, placeholder, maxLength, choices, isOpenFirst, onChoose } = options;
  let shown: readonly Choice[] = [];
  let active = -1;
  let isTyped = false;

  const list = element("ul", { class: "tags-edit__list", id: `${id}-list`, role: "listbox", "aria-label": label });
  const input = element("input", {
    class: "input",
    id,
    role: "combobox",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    autocomplete: "off",
    dir: "auto",
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(maxLength === undefined ? {} : { maxlength: String(maxLength) }),
    oninput: () => {
      isTyped = true;
      open();
    },
    onfocus: () => {
      isTyped = false;
      input.select();
      if (isOpenFirst) open();
    },
    onblur: () => close(),
    onkeydown: (event) => onKey(event as KeyboardEvent),
  });

  /** Shows the choices for what was typed since the field got the focus. */
  function open(): void {
    shown = isTyped ? choicesWith(choices(), input.value).slice(0, CHOICES) : choices();
    if (isTyped && !isOpenFirst && input.value.trim() === "") shown = [];
    mark(-1);
  }

  function close(): void {
    shown = [];
    mark(-1);
  }

  function mark(next: number): void {
    active = next;
    list.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${list.id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
    list.replaceChildren(
      ...shown.map((choice, index) =>
        element(
          "li",
          {
            id: `${list.id}-${index}`,
            role: "option",
            "aria-selected": String(index === active),
            // So that the field keeps the focus.
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => choose(choice),
          },
          element("bdi", {}, choice.label),
        ),
      ),
    );
    if (active >= 0) list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function choose(choice: Choice | undefined): void {
    const typed = isTyped ? input.value : "";
    isTyped = false;
    close();
    onChoose(choice, typed);
  }

  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (shown.length === 0) open();
      mark(Math.min(Math.max(active + (key === "ArrowDown" ? 1 : -1), -1), shown.length - 1));
    } else if (key === "Enter" || key === ",") {
      event.preventDefault();
      choose(shown[active]);
    } else if (key === "Escape" && shown.length > 0) {
      // The browser would close the panel.
      event.preventDefault();
      isTyped = false;
      choose(undefined);
    }
  }

  close();
  return { element: element("div", { class: "tags-edit__field" }, input, list), input };
}
