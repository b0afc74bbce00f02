/**
 * The web address that a link to a reader of feeds names: `feed:https://…`, or `feed://…`, which is http
 * (draft-obasanjo-feed-URI-scheme-02). Other addresses stay as they are.
 */
export const withoutFeedScheme = (address: string): string =>
  address.replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, "").replace(/^feed:(?=\/\/[^/])/i, "http:");
