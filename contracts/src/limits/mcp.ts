// Limits of what assistants get over MCP: their memory for a conversation is small, and each character costs its user.

/** Links that one search shows, unless asked for more or less, and at most. */
export const MCP_LINKS = 10;
export const MCP_LINKS_MAX = 25;

/** Characters of a description or an excerpt in a list: what tells links apart. */
export const MCP_EXCERPT_CHARS = 300;

/** Characters of a page's text in one answer, unless asked for more or less, and at most: some 5,000 tokens. */
export const MCP_TEXT_CHARS = 10_000;
export const MCP_TEXT_CHARS_MAX = 20_000;

/** Links that one call tags: as many as an assistant names one by one. */
export const MCP_TAGGED_LINKS = 100;
