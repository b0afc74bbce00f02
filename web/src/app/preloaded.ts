/**
 * Lets go of the answers that the document has asked for before any script (vite/documents.ts). The browser gives each to
 * the next call of its address, whenever that is: also one that was refused to a session that has been renewed since.
 * @param path the only one to let go of
 */
export async function dropPreloaded(path?: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')];
  await Promise.allSettled(
    links.map(async (link) => {
      if (path !== undefined && link.getAttribute("href") !== path) return;
      const answer = await fetch(link.href);
      link.remove();
      await answer.body?.cancel();
    }),
  );
}
