/** The mark of Satchel, for the pages that this server writes itself. */
export const MARK =
  '<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M8.25 6.4V5.5a2.25 2.25 0 0 1 2.25-2.25h3a2.25 2.25 0 0 1 2.25 2.25v.9"/><path fill="currentColor" fill-rule="evenodd" d="M5.5 6h13a4 4 0 0 1 4 4v.6l-8.7 5.4a3.4 3.4 0 0 1-3.6 0L1.5 10.6V10a4 4 0 0 1 4-4Zm6.5 4.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8Z"/><path fill="currentColor" d="m1.5 12.9 7.7 4.8a5.3 5.3 0 0 0 5.6 0l7.7-4.8V17a4 4 0 0 1-4 4h-13a4 4 0 0 1-4-4v-4.1Z"/></svg>';

/** The head of those pages: mark and name, which lead to the page. */
export const BRAND = `<header><a class="brand" href="/">${MARK}<b>Satchel</b></a></header>`;
