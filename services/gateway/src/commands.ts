import type { CommandClient, ProjectionProgress } from "@satchel/chassis";
import { type CommandDefinition, type PayloadOf, READ_YOUR_WRITES_MS, type ResultOf, STALE } from "@satchel/contracts";

/** What a command came to, when the tables show it. */
export interface Done<Result> {
  readonly result: Result;
  /** For the answer: {@link STALE} where the tables do not show the command's effect yet. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a command and waits until whoever asks next sees what it did: read your own writes. Waiting is bounded, and
 * tables that lag are no error, since the command is done.
 * @throws {SatchelError} what the service said
 */
export type Perform = <C extends CommandDefinition>(definition: C, payload: PayloadOf<C>) => Promise<Done<ResultOf<C>>>;

export function performer(commands: CommandClient, progress: ProjectionProgress): Perform {
  return async (definition, payload) => {
    const { result, position } = await commands.send(definition, payload);
    const seen = position === undefined || (await progress.reached(position, READ_YOUR_WRITES_MS));
    return { result, headers: seen ? {} : { [STALE]: "1" } };
  };
}
