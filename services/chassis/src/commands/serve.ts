import { Svcm, type ServiceMsg } from "@nats-io/services";
import {
  type CommandDefinition,
  type CommandReply,
  commandSubject,
  EventId,
  isSatchelError,
  type PayloadOf,
  type Position,
  type ResultOf,
  SatchelError,
  texts,
  VERSION,
} from "@satchel/contracts";
import { Compile } from "typebox/compile";
import { Value } from "typebox/value";
import type { Bus } from "../bus/connect.ts";
import { correlationFromHeaders, withCorrelation } from "../correlation.ts";
import type { Logger } from "../logging.ts";
import { commandTimes } from "../operations/metrics.ts";
import { isTransient } from "../faults.ts";
import { NewerEvent } from "../journal/envelope.ts";
import { withSpan } from "../tracing/tracing.ts";

/** Names of the headers of a command. */
export const commandHeaders = { id: "Satchel-Command-Id", retry: "Satchel-Retry" } as const;

/** The identity of a command. */
export interface CommandContext {
  /** Id of the command, and of its event: by it, a repeated command is recognised. */
  readonly commandId: string;
  /** Whether the command may have been sent before without an answer. */
  readonly retry: boolean;
}

/** The result of a command; `position` is missing when nothing was appended. */
export interface CommandOutcome<Result> {
  readonly result: Result;
  readonly position?: Position | undefined;
}

/** One command and its handler. Errors for the caller are thrown as {@link SatchelError}. */
export interface CommandHandler {
  readonly definition: CommandDefinition;
  readonly handle: (payload: never, context: CommandContext) => Promise<CommandOutcome<unknown>>;
}

export const handler = <C extends CommandDefinition>(
  definition: C,
  handle: (payload: PayloadOf<C>, context: CommandContext) => Promise<CommandOutcome<ResultOf<C>>>,
): CommandHandler => ({ definition, handle: handle as CommandHandler["handle"] });

export interface CommandServer {
  /** Takes no further commands and answers those in progress. */
  stop(): Promise<void>;
}

/**
 * Answers a service's commands on the bus. Replicas share a queue group, so each command reaches one of them. Payloads
 * are checked against the contract; an unexpected error is logged, and the caller learns only that it happened.
 */
export async function serveCommands(
  bus: Bus,
  service: string,
  handlers: readonly CommandHandler[],
  logger: Logger,
): Promise<CommandServer> {
  const server = await new Svcm(bus.nc).add({ name: service, version: VERSION, queue: service });
  const inProgress = new Set<Promise<void>>();
  for (const { definition, handle } of handlers) {
    const validator = Compile(definition.payload);
    /** What is being carried out, by the ids of the commands. */
    const underWay = new Map<string, Promise<CommandReply>>();
    server.addEndpoint(definition.name, {
      subject: commandSubject(definition),
      handler: (error, message) => {
        if (error !== null || !isByClient(message)) return;
        const work = answer(message).finally(() => inProgress.delete(work));
        inProgress.add(work);
      },
    });

    const answer = async (message: ServiceMsg): Promise<void> => {
      const get = (name: string): string | undefined => message.headers?.get(name) || undefined;
      const commandId = get(commandHeaders.id) ?? "";
      const correlation = { ...correlationFromHeaders(get), causationId: commandId };
      await withCorrelation(correlation, async () => {
        const done = commandTimes.startTimer({ command: commandSubject(definition) });
        const reply = await withSpan(commandSubject(definition), { kind: "server" }, async (span) => {
          const answered = await attemptOnce(message, { commandId, retry: get(commandHeaders.retry) !== undefined });
          const outcome = answered.ok ? "ok" : answered.error.code;
          span?.set({ "satchel.outcome": outcome });
          if (outcome === "internal" || outcome === "unavailable") span?.fail(outcome);
          done({ outcome });
          return answered;
        });
        if (!send(message, reply)) send(message, { ok: false, error: { code: "internal", detail: texts.unexpected } });
      });
    };

    /** Sends the answer. @returns false where the bus does not accept it, for example because it is too large */
    const send = (message: ServiceMsg, reply: CommandReply): boolean => {
      try {
        return message.respond(JSON.stringify(reply));
      } catch (error) {
        logger.error({ err: error, command: definition.name }, "an answer can't be sent");
        return false;
      }
    };

    /** A command that comes again while it is carried out gets the same answer: on a slow machine it must not be more work. */
    const attemptOnce = (message: ServiceMsg, context: CommandContext): Promise<CommandReply> => {
      const { commandId, retry } = context;
      const same = retry ? underWay.get(commandId) : undefined;
      if (same !== undefined) return same;
      const work = attempt(message, context).finally(() => underWay.delete(commandId));
      underWay.set(commandId, work);
      return work;
    };

    const attempt = async (message: ServiceMsg, context: CommandContext): Promise<CommandReply> => {
      try {
        // It becomes the id of the event; an event without one can't be read.
        if (!Value.Check(EventId, context.commandId)) throw new SatchelError("invalid", texts.server.invalid);
        const payload = parse(message);
        if (!validator.Check(payload)) {
          const errors = validator
            .Errors(payload)
            .map(({ instancePath, message }) => ({ path: instancePath, message }));
          throw new SatchelError("invalid", texts.server.invalid, { errors: [...errors] });
        }
        const { result, position } = await handle(payload as never, context);
        return position === undefined ? { ok: true, result } : { ok: true, result, position };
      } catch (error) {
        if (isSatchelError(error)) return { ok: false, error: error.data };
        // Another replica may be of the newer version, and can read the event.
        const unavailable = isTransient(error) || error instanceof NewerEvent;
        logger.error({ err: error, command: definition.name }, "command failed");
        return {
          ok: false,
          error: unavailable
            ? { code: "unavailable", detail: texts.server.unavailable, retryAfter: 1 }
            : { code: "internal", detail: texts.unexpected },
        };
      }
    };
  }
  return {
    stop: async () => {
      await server.stop();
      await Promise.all(inProgress);
    },
  };
}

/**
 * Whether a client sent a message, which waits in its inbox. NATS checks no permission of the subject that a request names
 * for its answer (nats-server issue 8274), so a service could have the server send a command that it may not send itself:
 * as the answer to a request for a message that it had stored. Such an answer has no inbox.
 */
const isByClient = ({ reply = "" }: ServiceMsg): boolean => reply.startsWith("_INBOX.");

function parse(message: ServiceMsg): unknown {
  try {
    return message.json();
  } catch {
    throw new SatchelError("invalid", texts.server.invalid);
  }
}
