import { type FeedDocument, type FeedEntry, urnOf } from "./feed.ts";

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export const writeJson = ({ title, home, self, entries }: FeedDocument): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: home,
    feed_url: self,
    items: entries.map(itemOf),
  });

const itemOf = ({ id, url, title, summary, author, tags, language, published, updated, html }: FeedEntry): object => ({
  id: urnOf(id),
  url,
  title,
  ...(summary === undefined ? {} : { summary }),
  // An item needs a content; of a link that is kept without an article that is what its page says of itself.
  ...(html === undefined ? { content_text: summary ?? "" } : { content_html: html }),
  date_published: published,
  date_modified: updated,
  authors: [{ name: author }],
  ...(tags.length === 0 ? {} : { tags }),
  ...(language === undefined ? {} : { language }),
});
