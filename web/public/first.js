// Runs before the first paint. The page itself changes these settings in src/kit/theme.ts, src/kit/sidebar.slice.ts,
// src/links/list.slice.ts and src/kit/i18n/language.ts.
{
  const root = document.documentElement;
  const kept = (name) => localStorage.getItem(`satchel.${name}`);

  // The chosen theme, before anything is painted.
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;

  // The prerendered content (src/app/first) stays hidden where the page will show something else.
  const { first } = root.dataset;
  const isIn = kept("stay-logged-in") !== null;
  const language = kept("language") ?? root.lang;
  const isRight = first === "landing" ? !isIn && language === root.lang : isIn && (kept("view") ?? "list") === "list";
  if (first !== undefined && !isRight) root.classList.add("hides-first");
  if (location.search !== "" || language !== root.lang) root.classList.add("hides-title");
  // Scripts in a template wait until what the document shows is painted, which styles and fonts come for.
  const start = () => {
    const later = document.getElementById("later");
    if (later === null) return;
    later.remove();
    document.head.append(later.content);
  };
  addEventListener("DOMContentLoaded", () => {
    // Nothing is painted of what is hidden, nor in a tab in the background.
    if (!isRight || document.hidden) return start();
    requestAnimationFrame(() => setTimeout(start));
    addEventListener("visibilitychange", start, { once: true });
  });

  if (kept("sidebar") === "collapsed" || (kept("sidebar") === null && innerWidth < 1100))
    root.classList.add("is-narrow");
}
