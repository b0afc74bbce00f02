import { countLinks, getConfig, getLink, getUser, listFolders, listLinks, listTags } from "@satchel/contracts/routes";
import type { Call } from "../kit/transport/call.ts";

const kept = new Set<string>(
  [countLinks, getConfig, getLink, getUser, listFolders, listLinks, listTags].map(({ id }) => id),
);

/** Whether the answer of a call is kept for reading offline. What a search found is not: it would fill the room. */
export const isKeptCall = ({ operation, query }: Call): boolean => kept.has(operation.id) && query?.["q"] === undefined;
