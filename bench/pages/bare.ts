import { Agent, request } from "undici";
import { rateOf } from "../rate.ts";
import { extractPage } from "../../services/enrichment/src/domain/extraction/extract-page.ts";

/**
 * Fetches and reads pages without Satchel: undici with keep-alive and no limits, the reader called in this thread, and the
 * request for the icon that every description makes. @returns pages a second
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
