type Value = string | boolean | EventListener;
type Child = Node | string | undefined;

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick` …) and children. A boolean sets the attribute or leaves it out. Texts
 * become text and never HTML.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(attribute.slice(2), value);
    else if (typeof value === "string") made.setAttribute(attribute, value);
    else if (value) made.setAttribute(attribute, "");
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** An icon of Lucide's (ISC): paths in a box of 24. */
export function icon(...paths: string[]): SVGSVGElement {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "icon icon-m");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("aria-hidden", "true");
  for (const d of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    made.append(path);
  }
  return made;
}

/** A field with its label. */
export function field(label: string, control: HTMLElement): HTMLElement {
  control.id ||= `field-${(fields += 1)}`;
  return element("div", { class: "field" }, element("label", { for: control.id }, label), control);
}
let fields = 0;
