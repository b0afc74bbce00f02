/**
 * The address of a bookmark that shares the page it is clicked on: it opens `/share` in a small window. What it opens
 * cannot reach back into that page, and learns nothing of it but address and title.
 * @param origin of this server
 */
export const bookmarklet = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}/share?`)}+new URLSearchParams({url:location.href,title:document.title}),"_blank","popup,noopener,noreferrer,width=480,height=640")`;
