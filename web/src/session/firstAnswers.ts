import { pathOf } from "@satchel/client/request";
import type { Start } from "@satchel/contracts";
import { countLinks, getConfig, getStart, getUser, listFolders } from "@satchel/contracts/routes";
import type { AppThunk } from "../kit/state.ts";
import { type Answer, type Call, request } from "../kit/transport/call.ts";
import { hasSessionHint, isLoggingOut } from "./flags.ts";
import { signedIn } from "./session.slice.ts";

/** What one `GET /api/start` answered, for the calls of the first view (decision 70). */
export class FirstAnswers {
  readonly #answers = new Map<string, Answer>();
  #eventId = "";

  constructor(start?: Start) {
    if (start === undefined) return;
    const { user, config, folders, counts, last_event_id: eventId = "" } = start;
    this.#eventId = eventId;
    const add = (call: Call, data: unknown): void =>
      void this.#answers.set(pathOf(call), { data, headers: new Headers() });
    add({ operation: getUser }, user);
    add({ operation: getConfig }, config);
    add({ operation: listFolders }, folders);
    add({ operation: countLinks }, counts.all);
    add({ operation: countLinks, query: { unvisited_only: true } }, counts.unvisited);
    add({ operation: countLinks, query: { favorites_only: true } }, counts.favorites);
  }

  /** The answer of a call that is about to be made, once; undefined: it has to be made. */
  take(call: Call): Answer | undefined {
    if (call.operation.method !== "GET") return undefined;
    const path = pathOf(call);
    const answer = this.#answers.get(path);
    this.#answers.delete(path);
    return answer;
  }

  /** The id of the event from which live events continue, once; "": unknown. */
  takeEventId(): string {
    const id = this.#eventId;
    this.#eventId = "";
    return id;
  }

  /** Whatever was not taken is forgotten: the first view is shown, or something has changed. */
  drop(): void {
    this.#answers.clear();
  }
}

/**
 * Requests the first answers where a session began in this browser. Never rejects.
 * @returns whether there is a verified session, whose answers are there; otherwise, ask for its status
 */
export const askStart = (): AppThunk<Promise<boolean>> => async (dispatch, _getState, environment) => {
  if (!hasSessionHint() || isLoggingOut()) return false;
  const answer = await request(environment.transport, { operation: getStart });
  if (answer.problem !== undefined) return false;
  environment.first = new FirstAnswers(answer.data as Start);
  dispatch(signedIn());
  return true;
};

declare module "../kit/state.ts" {
  interface Environment {
    first: FirstAnswers;
  }
}
