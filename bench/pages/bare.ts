import { Agent, request } from "undici";
import { extractPage } from "../../services/enrichment/src/domain/extraction/extract-page.ts";

/** Does something with each of these, so many at a time. @returns how many were done in a second */
export async function rateOf<T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<number> {
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) await act(items[n] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.length / ((performance.now() - began) / 1000);
}

/**
 * What fetching and reading cost without us: undici with its kept connections and no rule, the reader called in place,
 * and the icon asked for as every description does. @returns pages a second
 */
export async function bareFetchAndParse(urls: readonly string[], atOnce: number): Promise<number> {
  const agent = new Agent();
  const rate = await rateOf(urls, atOnce, async (url) => {
    const answer = await request(url, { dispatcher: agent });
    const bytes = new Uint8Array(await answer.body.arrayBuffer());
    const { page } = extractPage({ bytes, contentType: "text/html", url });
    if (page.title === undefined) throw new Error(`${url} was not read`);
    await (await request(new URL("/favicon.ico", url), { dispatcher: agent })).body.dump();
  });
  await agent.close();
  return rate;
}
