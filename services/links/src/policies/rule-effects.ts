import type { CommandClient, Logger } from "@satchel/chassis";
import {
  ChangeLinkKeeping,
  type CommandDefinition,
  type CopyId,
  DeleteCopy,
  isFinal,
  isSatchelError,
  type LinkId,
  MoveReading,
  MuteSender,
  type PayloadOf,
  type RuleEffects,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";

/** What the effects are about. */
interface EffectTarget {
  readonly userId: UserId;
  readonly linkId: LinkId;
  /** Of the event that says them. */
  readonly id: string;
  /** The copy that was just made, if it was. */
  readonly version: CopyId | undefined;
  /** Whose newsletter the link is. */
  readonly sender: string | undefined;
}

/** Part of an article that is read, in thousandths. */
const READ = 1000;

/**
 * Carries out what rules do beside changing a link, by commands to the services that own it. Their ids follow from the rules'
 * event, so that a repeated attempt repeats them, and changes nothing that was changed since.
 */
export async function carryOut(
  deps: { readonly client: CommandClient; readonly logger: Logger },
  effects: RuleEffects,
  { userId, linkId, id, version, sender }: EffectTarget,
): Promise<void> {
  const target = { userId, linkId };
  const send = async <C extends CommandDefinition>(
    name: string,
    definition: C,
    payload: PayloadOf<C>,
  ): Promise<void> => {
    try {
      await deps.client.send(definition, payload, v5(name, id), true);
    } catch (error) {
      if (!isFinal(error) && !(isSatchelError(error) && error.code === "full")) throw error;
      deps.logger.info({ code: error.code, effect: name }, "an effect of a rule is not possible");
    }
  };
  // `sendTo` and `notify` are not among them: the gateway, which makes books, and enrichment, which notifies, read the event.
  if (effects.done === true) await send("done", MoveReading, { ...target, part: READ });
  if (effects.keep !== undefined) await send("keep", ChangeLinkKeeping, { ...target, isOn: effects.keep });
  if (effects.keep === false && version !== undefined) await send("delete copy", DeleteCopy, { ...target, version });
  if (effects.mute === true && sender !== undefined) await send("mute", MuteSender, { userId, sender, isMuted: true });
}
