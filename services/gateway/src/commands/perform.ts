import type { CommandClient, ProjectionProgress } from "@satchel/chassis";
import { type CommandDefinition, type PayloadOf, READ_YOUR_WRITES_MS, type ResultOf, STALE } from "@satchel/contracts";
import { repeatableId } from "../http/repeats.ts";

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

export const performer =
  (commands: CommandClient, progress: ProjectionProgress): Perform =>
  async (definition, payload, others = []) => {
    const id = repeatableId(definition, payload);
    const { result, position } = await commands.send(definition, payload, id, id !== undefined);
    if (position === undefined) return { result, headers: {} };
    const positions = [position, ...others.map((projection) => ({ ...position, projection }))];
    const seen = await Promise.all(positions.map((one) => progress.reached(one, READ_YOUR_WRITES_MS)));
    return { result, headers: seen.every(Boolean) ? {} : { [STALE]: "1" } };
  };
