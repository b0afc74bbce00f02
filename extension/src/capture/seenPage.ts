/** What is put into the page's file, in octets: of one picture or font, and of all of them. */
export interface SeenLimits {
  readonly fileBytes: number;
  readonly allBytes: number;
  /** Milliseconds for which one is waited. */
  readonly fileMs: number;
}

/**
 * The page of a tab as it is seen now, as one HTML file: what scripts made of it, its styles, and the pictures and fonts
 * that the page itself may read. Those of other sites keep their addresses, and the server fetches them. Runs in the page,
 * so it may use nothing from outside of itself.
 */
export async function seenPage({ fileBytes, allBytes, fileMs }: SeenLimits): Promise<string> {
  const files = new Map<string, Promise<string>>();
  let left = allBytes;

  /** A `data:` address in the place of an address; the address itself where it can't be read, or is too large. */
  const embed = (address: string): Promise<string> => {
    const known = files.get(address);
    if (known !== undefined) return known;
    const file = (async () => {
      if (!/^(?:https?|blob):/.test(address) || left <= 0) return address;
      try {
        const answer = await fetch(address, { cache: "force-cache", signal: AbortSignal.timeout(fileMs) });
        const blob = await answer.blob();
        const isKept = answer.ok && /^(?:image|font)\//.test(blob.type) && blob.size <= Math.min(fileBytes, left);
        if (!isKept) return address;
        left -= blob.size;
        return await new Promise<string>((resolve, reject) => {
          const reader = new FileReader();
          reader.addEventListener("load", () => resolve(reader.result as string));
          reader.addEventListener("error", reject);
          reader.readAsDataURL(blob);
        });
      } catch {
        return address;
      }
    })();
    files.set(address, file);
    return file;
  };

  const absolute = (href: string, base: string): string => {
    try {
      return new URL(href, base).href;
    } catch {
      return "";
    }
  };

  /** A stylesheet with absolute addresses, or files in their place. */
  async function cssOf(sheet: CSSStyleSheet): Promise<string | undefined> {
    const base = sheet.href ?? document.baseURI;
    let css: string;
    try {
      css = [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
    } catch {
      // Another site's, which the page may not read.
      return undefined;
    }
    const addresses = new Map<string, string>();
    // Browsers write every address of a rule in this form (CSSOM, "serialize a URL").
    for (const [, href = ""] of css.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)) {
      if (!addresses.has(href) && !href.startsWith("data:") && !href.startsWith("#")) {
        addresses.set(href, await embed(absolute(href.replace(/\\(.)/g, "$1"), base)));
      }
    }
    const written = css.replace(/url\("((?:[^"\\]|\\.)*)"\)/g, (whole, href: string) => {
      const address = addresses.get(href);
      return address === undefined ? whole : `url("${address}")`;
    });
    return sheet.media.length === 0 ? written : `@media ${sheet.media.mediaText} {\n${written}\n}`;
  }

  const styleOf = (css: string): HTMLStyleElement => {
    const style = document.createElement("style");
    style.textContent = css;
    return style;
  };

  async function pictureOf(from: HTMLImageElement, to: Element): Promise<void> {
    const address = from.currentSrc || from.src;
    for (const name of ["srcset", "sizes", "loading", "data-src", "data-srcset"]) to.removeAttribute(name);
    if (address !== "") to.setAttribute("src", await embed(address));
  }

  function drawingOf(from: HTMLCanvasElement): Element {
    const picture = document.createElement("img");
    try {
      picture.src = from.toDataURL();
    } catch {
      // It shows another site's picture, which the page may not read.
    }
    return picture;
  }

  /** A copy of an element with what is in it; a shadow tree takes the place of its host's children. */
  async function copyOf(from: Element): Promise<Element | undefined> {
    const name = from.localName;
    if (["script", "noscript", "template", "iframe", "object", "embed", "base"].includes(name)) return undefined;
    if (from instanceof HTMLCanvasElement) return drawingOf(from);
    if (from instanceof HTMLLinkElement || from instanceof HTMLStyleElement) {
      if (from.sheet === null || (from instanceof HTMLLinkElement && from.rel !== "stylesheet")) return undefined;
      const css = await cssOf(from.sheet);
      if (css !== undefined) return styleOf(css);
    }
    const to = from instanceof HTMLSlotElement ? boxless() : (from.cloneNode(false) as Element);
    if (from instanceof HTMLAnchorElement && from.hasAttribute("href")) to.setAttribute("href", from.href);
    if (from instanceof HTMLLinkElement) to.setAttribute("href", from.href);
    if (from instanceof HTMLImageElement) await pictureOf(from, to);
    if (from instanceof HTMLVideoElement && from.poster !== "") to.setAttribute("poster", await embed(from.poster));
    if (name === "input" || name === "textarea") to.removeAttribute("value");
    if (name === "source" && from.parentElement?.localName === "picture") return undefined;
    if (from.shadowRoot !== null) for (const sheet of from.shadowRoot.adoptedStyleSheets) await addSheet(sheet, to);
    const children =
      from instanceof HTMLSlotElement ? from.assignedNodes({ flatten: true }) : (from.shadowRoot ?? from).childNodes;
    for (const child of children) {
      const copy =
        child instanceof Element ? await copyOf(child) : child instanceof Text ? child.cloneNode() : undefined;
      if (copy !== undefined) to.append(copy);
    }
    return to;
  }

  /** What stands for a slot, which has no box either. */
  function boxless(): Element {
    const span = document.createElement("span");
    span.style.display = "contents";
    return span;
  }

  async function addSheet(sheet: CSSStyleSheet, to: Element): Promise<void> {
    const css = await cssOf(sheet);
    if (css !== undefined) to.append(styleOf(css));
  }

  // All at once: the copy then waits for each in its turn.
  for (const { currentSrc, src } of document.images) void embed(currentSrc || src);
  const page = await copyOf(document.documentElement);
  if (page === undefined) return "";
  for (const sheet of document.adoptedStyleSheets) await addSheet(sheet, page.querySelector("head") ?? page);
  return `<!doctype html>\n${page.outerHTML}`;
}
