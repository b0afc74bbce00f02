import { OUTBOX_POLL_MS } from "../limits.ts";

/**
 * The script of the outbox page, for browsers: local times, the button that copies a code, and new mails, for which it
 * asks this server every {@link OUTBOX_POLL_MS} ms while the page is visible. Without it the page shows the same mails,
 * with times in UTC.
 */
export const outboxScript = `"use strict";
{
  // Before the first paint: the theme chosen in the archive (web/public/first.js).
  const root = document.documentElement;
  const theme = localStorage.getItem("satchel.theme");
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  root.classList.add("has-script");

  const region = navigator.languages.find((one) => one.split("-")[0] === root.lang) ?? root.lang;
  const format = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" });
  const showLocalTimes = (part) => {
    for (const time of part.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));
  };

  const announce = (text) => (document.querySelector("[role=status]").textContent = text);
  const rowsOf = (part) => [...part.querySelectorAll("li[data-name]")];

  async function copy(button) {
    const { copied, failed } = document.querySelector("[role=status]").dataset;
    try {
      await navigator.clipboard.writeText(button.dataset.code);
    } catch {
      return announce(failed);
    }
    announce(copied);
    if (button.classList.contains("is-done")) return;
    const label = button.textContent;
    button.textContent = copied;
    button.classList.add("is-done");
    setTimeout(() => {
      button.textContent = label;
      button.classList.remove("is-done");
    }, 2000);
  }

  // Existing rows and the open mail stay the same elements, so that they keep the focus.
  function showNew(fresh) {
    const main = document.querySelector("main");
    const known = new Set(rowsOf(main).map((row) => row.dataset.name));
    const current = new Set(rowsOf(fresh).map((row) => row.dataset.name));
    const added = rowsOf(fresh).filter((row) => !known.has(row.dataset.name));
    const list = main.querySelector("ol");
    if (list === null) {
      if (added.length > 0) main.replaceWith(fresh);
    } else {
      for (const row of rowsOf(main)) if (!current.has(row.dataset.name)) row.remove();
      for (const row of added.toReversed()) {
        row.querySelector("a").removeAttribute("aria-current");
        list.prepend(row);
      }
    }
    const subject = added[0]?.querySelector("strong").textContent;
    if (subject !== undefined) announce(document.querySelector("[role=status]").dataset.added + " " + subject);
  }

  function showConnection(isThere) {
    const line = document.querySelector(".live");
    const text = isThere ? line.dataset.live : line.dataset.lost;
    line.classList.toggle("is-lost", !isThere);
    if (line.textContent === text) return;
    line.textContent = text;
    announce(text);
  }

  async function poll() {
    if (document.visibilityState === "visible") {
      const isThere = await lookForMails().then(() => true, () => false);
      showConnection(isThere);
    }
    setTimeout(poll, ${OUTBOX_POLL_MS});
  }

  async function lookForMails() {
    const answer = await fetch("/outbox");
    if (!answer.ok) throw new Error("status " + answer.status);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    showLocalTimes(fresh);
    showNew(fresh);
  }

  document.addEventListener("DOMContentLoaded", () => {
    showLocalTimes(document);
    setTimeout(poll, ${OUTBOX_POLL_MS});
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-code]");
    if (button !== null) void copy(button);
  });
}
`;
