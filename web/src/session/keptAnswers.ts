import { pathOf } from "@satchel/client/request";
import { NEXT_CURSOR } from "@satchel/contracts";
import {
  countLists,
  getArticle,
  getConfig,
  getLink,
  getUser,
  listFolders,
  listHighlights,
  listLinks,
  listTags,
} from "@satchel/contracts/routes";
import type { Environment } from "../kit/state.ts";
import { type Answer, type Call, isAway } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import type { StoredAnswer } from "./names.ts";

const kept = new Set<string>(
  [countLists, getArticle, getConfig, getLink, getUser, listFolders, listHighlights, listLinks, listTags].map(
    ({ id }) => id,
  ),
);

/** What a reader has opened is stored at once: it may be the last thing before a tunnel. */
const urgent = new Set<string>([getArticle, getLink, listHighlights].map(({ id }) => id));

/** Whether the answer of a call is stored for reading offline. Results of searches are not, because they are too many. */
export const isKeptCall = ({ operation, query }: Call): boolean => kept.has(operation.id) && query?.["q"] === undefined;

/** An answer as it is stored. */
export const storedOf = ({ data, headers }: Extract<Answer, { data: unknown }>): StoredAnswer => ({
  data,
  next: headers.get(NEXT_CURSOR),
});

/** Makes a call, and stores its answer for reading offline. Without an answer, the stored one is returned. Never rejects. */
export async function answerOf({ transport, archive }: Environment, call: Call, signal?: AbortSignal): Promise<Answer> {
  const isKept = isKeptCall(call);
  const keep = isKept ? archive.keeper() : undefined;
  const answer = await request(transport, call, call.keepalive === true ? undefined : signal);
  if (answer.problem === undefined) {
    void keep?.(pathOf(call), storedOf(answer), urgent.has(call.operation.id));
    return answer;
  }
  const kept = isKept && isAway(answer.problem.status) ? await archive.find(pathOf(call)) : undefined;
  if (kept === undefined) return answer;
  return { data: kept.data, headers: new Headers(kept.next === null ? {} : { [NEXT_CURSOR]: kept.next }) };
}
