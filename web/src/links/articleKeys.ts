import { linkKeys } from "./keys.ts";

const IDS = ["favorite", "tag", "move", "remind", "delete"] as const;

/** A shortcut of the list that the reading view has as well. */
export type ArticleKey = (typeof IDS)[number];

const isOfArticle = (id: string): id is ArticleKey => IDS.some((each) => each === id);

/** Those shortcuts with their keys, which are the list's. */
export const articleKeys = linkKeys.flatMap(({ id, keys }) => (isOfArticle(id) ? [{ id, keys }] : []));
