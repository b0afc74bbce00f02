import type { CommandClient, CommandOutcome, ProjectionProgress } from "@satchel/chassis";
import {
  type CommandDefinition,
  type PayloadOf,
  READ_YOUR_WRITES_MS,
  type ResultOf,
  SaveLink,
  STALE,
} from "@satchel/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { repeatableId } from "../http/repeats.ts";
import type { UnshownSaves } from "./unshown-saves.ts";

/** The result of a command, when the tables show it. */
interface CommandAnswer<Result> {
  readonly result: Result;
  /** For the answer: {@link STALE} where the tables do not show the command's effect yet. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a command and waits until the tables show its effect: read your own writes. The wait is limited; tables that
 * lag are no error, since the command is done.
 * @param others further projections that show an effect
 * @throws {SatchelError} of the service
 */
export type Perform = <C extends CommandDefinition>(
  definition: C,
  payload: PayloadOf<C>,
  others?: readonly string[],
) => Promise<CommandAnswer<ResultOf<C>>>;

/** Saves a link, and waits for the tables only where {@link UnshownSaves} can't make the next read wait, or it is no new link. */
export type Save = (
  payload: PayloadOf<typeof SaveLink>,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<CommandAnswer<ResultOf<typeof SaveLink>>>;

export function performer(
  commands: CommandClient,
  progress: ProjectionProgress,
  saves: UnshownSaves,
): { readonly perform: Perform; readonly save: Save } {
  const send = async <C extends CommandDefinition>(
    definition: C,
    payload: PayloadOf<C>,
  ): Promise<CommandOutcome<ResultOf<C>>> => {
    const id = repeatableId(definition, payload);
    return commands.send(definition, payload, id, id !== undefined);
  };
  const shown = async <Result>(
    { result, position }: CommandOutcome<Result>,
    others: readonly string[] = [],
  ): Promise<CommandAnswer<Result>> => {
    if (position === undefined) return { result, headers: {} };
    const positions = [position, ...others.map((projection) => ({ ...position, projection }))];
    const seen = await Promise.all(positions.map((one) => progress.reached(one, READ_YOUR_WRITES_MS)));
    return { result, headers: seen.every(Boolean) ? {} : { [STALE]: "1" } };
  };
  return {
    perform: async (definition, payload, others) => shown(await send(definition, payload), others),
    save: async (payload, { request, reply }) => {
      const outcome = await send(SaveLink, payload);
      const { result, position } = outcome;
      if (!result.created || position === undefined || !saves.areAwaitedBy(request)) return shown(outcome);
      saves.note(payload.userId, position.sequence, reply);
      return { result, headers: {} };
    },
  };
}
