// The search of the documentation: Pagefind's index, shown as a list below the field.

/** Milliseconds after the last key. */
const PAUSE_MS = 150;
/** Pages that are shown. */
const SHOWN = 8;

const field = document.getElementById("search");
const found = document.getElementById("found");
const pagefind = await import("/pagefind/pagefind.js");
await pagefind.init();

async function show() {
  const search = field.value.trim() === "" ? undefined : await pagefind.debouncedSearch(field.value, {}, PAUSE_MS);
  // Null: a later key has begun another search.
  if (search === null) return;
  const pages = await Promise.all((search?.results ?? []).slice(0, SHOWN).map((result) => result.data()));
  found.hidden = search === undefined;
  found.replaceChildren(...(pages.length === 0 ? [textOf("p", "Nothing was found.")] : pages.map(entryOf)));
}

function textOf(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

/** A page: its title, and the words around what was found, of which Pagefind escapes all but its own marks. */
function entryOf({ meta, excerpt, sub_results: parts, url }) {
  const link = document.createElement("a");
  link.href = parts.find((part) => part.url !== url)?.url ?? url;
  const words = document.createElement("span");
  words.innerHTML = excerpt;
  link.append(textOf("b", meta.title), words);
  return link;
}

field.addEventListener("input", () => void show());
field.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") found.hidden = true;
  if (key === "ArrowDown") found.querySelector("a")?.focus();
});
found.addEventListener("keydown", (event) => {
  const { key } = event;
  const links = [...found.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (key === "Escape") {
    found.hidden = true;
    field.focus();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault();
    (key === "ArrowUp" && at === 0 ? field : links[at + (key === "ArrowDown" ? 1 : -1)])?.focus();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
// On a narrow screen the menu is folded; elsewhere it stands beside the text.
const fold = document.querySelector(".menu__fold");
const isWide = matchMedia("(min-width: 900px)");
const unfold = () => (fold.open = isWide.matches);
isWide.addEventListener("change", unfold);
unfold();
