import type { PageDescription } from "@satchel/contracts";

/** Additions of well-known programs to the titles of all their pages. */
const AROUND_TITLES: readonly RegExp[] = [
  /^Save \d{1,3}% on (?=.{1,200} on Steam$)/,
  /\s⭐️?\s?\d{1,2}[.,]\d\b.{0,200}$/u, // IMDb: rating and genres
  /^(?:r\/\w+|From the \w+ community) on Reddit:\s*/i,
  /^\[\d{4}\.\d{4,5}(?:v\d+)?\]\s*/, // arXiv
];

/** Summaries that all pages of a program share. */
const SAY_NOTHING: readonly RegExp[] = [
  /^Explore this post and more from the \w+ community/i,
  /^Contribute to \S+ development by creating an account on GitHub\.?$/i,
  /^Enjoy the videos and music you love, upload original content/i,
  /^(?:GitLab\.com|Gitea: Git with a cup of tea)$/i,
  /^(?:Just another WordPress site|Posted by u\/\S+ \d+ votes)/i,
];

/**
 * Whether keywords are those of the page. A video on YouTube has tags beside them; without tags its keywords are about YouTube,
 * in the language of who asks.
 */
export const hasOwnKeywords = (url: string): boolean => !/^https?:\/\/(?:[a-z]+\.)?youtube\.com\//.test(url);

/** A title without the additions of well-known programs. */
export function withoutProgram(title: string): string {
  const bare = AROUND_TITLES.reduce((text, pattern) => text.replace(pattern, ""), title.trim());
  return bare === "" ? title : bare;
}

/**
 * A description without the boilerplate of forges and forums. A repository's title is its `owner/name`, by which people know
 * it.
 * @param repository `owner/name` when the page is a repository's first page
 */
export function withoutBoilerplate(page: PageDescription, repository: string | undefined): PageDescription {
  const { title, description, ...rest } = page;
  const ownTitle = repository === undefined || title === undefined ? title : spelled(repository, title);
  const bareDescription =
    repository === undefined ? description : withoutName(description, spelled(repository, title ?? ""));
  const says = bareDescription !== undefined && !SAY_NOTHING.some((pattern) => pattern.test(bareDescription));
  return {
    ...(ownTitle === undefined ? {} : { title: ownTitle }),
    ...(says ? { description: bareDescription } : {}),
    ...rest,
  };
}

/** The repository's name as its page spells it: an address may be written in any case. */
function spelled(repository: string, title: string): string {
  const at = title.toLowerCase().indexOf(repository.toLowerCase());
  return at === -1 ? repository : title.slice(at, at + repository.length);
}

/** GitHub ends every summary with the repository's name. */
function withoutName(description: string | undefined, repository: string): string | undefined {
  const end = ` - ${repository}`;
  const own = description?.endsWith(end) ? description.slice(0, -end.length) : description;
  return own?.replace(/\. Contribute to \S+ development by creating an account on GitHub\.$/, ".");
}
