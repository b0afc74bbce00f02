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
// When styles or scripts do not arrive, browsers show an empty page for minutes. Looks every second until the page has content,
// and after a while says that something is slow.
{
  /** Milliseconds before that is said. */
  const SLOW_MS = 8000;
  const GERMAN = ["Das dauert länger als sonst. Das Netz ist langsam, oder Satchel ist nicht erreichbar.", "Neu laden"];
  const ENGLISH = ["This takes longer than usual. The network is slow, or Satchel can't be reached.", "Load again"];
  const began = Date.now();
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  // Its styles are its own: those of the page may be missing.
  notice.style.cssText =
    "position:fixed;inset:auto 0 0;z-index:9;margin:0;padding:16px;text-align:center;font:16px/24px system-ui,sans-serif;color:CanvasText;background:Canvas;border-top:1px solid GrayText";
  const styles = () => document.querySelector('link[rel="stylesheet"]');

  /** Has the browser paint before the styles are there, with everything but the notice hidden until then. */
  const showUnstyled = (link) => {
    const hidden = [...document.body.children].filter((each) => each !== notice && !each.hidden);
    for (const each of hidden) each.hidden = true;
    link.addEventListener("load", () => {
      link.media = "all";
      for (const each of hidden) each.hidden = false;
    });
    link.media = "print";
  };

  const tell = () => {
    const language = localStorage.getItem("satchel.language") ?? navigator.language;
    const [sentence, again] = language.startsWith("de") ? GERMAN : ENGLISH;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = again;
    button.style.cssText =
      "font:inherit;color:inherit;text-decoration:underline;background:none;border:0;min-height:44px";
    button.addEventListener("click", () => location.reload());
    document.body.append(notice);
    notice.append(`${sentence} `, button);
    const link = styles();
    if (link !== null && link.sheet === null) showUnstyled(link);
  };

  const looking = setInterval(() => {
    const root = document.getElementById("root");
    if (root !== null && root.textContent !== "" && styles()?.media !== "print") {
      notice.remove();
      clearInterval(looking);
    } else if (root !== null && Date.now() - began > SLOW_MS && !notice.isConnected) tell();
  }, 1000);
}
