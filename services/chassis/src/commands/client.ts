import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { errors, headers, type Msg } from "@nats-io/transport-node";
import {
  COMMAND_MS,
  COMMAND_PATIENCE_MS,
  type CommandDefinition,
  CommandReply,
  commandSubject,
  isSatchelError,
  type PayloadOf,
  type ResultOf,
  SatchelError,
  texts,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import type { Bus } from "../bus/connect.ts";
import { correlationToHeaders, currentCorrelation, newCorrelation } from "../correlation.ts";
import type { Logger } from "../logging.ts";
import { commandResends, commandWaits } from "../operations/metrics.ts";
import { withSpan } from "../tracing/tracing.ts";
import { type CommandOutcome, commandHeaders } from "./serve.ts";

/** Milliseconds between attempts while no replica of a service is running. */
const RETRY_MS = 100;

export interface CommandClient {
  /**
   * Sends a command and waits for its answer. Without one, because a replica died or is slow, it is sent again with the same
   * id, by which the service recognises it.
   * @param maybeSent whether a command with this id may have been executed already
   * @throws {SatchelError} of the service, or `unavailable` without an answer in {@link COMMAND_PATIENCE_MS}, or in twice
   * {@link COMMAND_MS} where no replica can be reached
   */
  send<C extends CommandDefinition>(
    definition: C,
    payload: PayloadOf<C>,
    commandId?: string,
    maybeSent?: boolean,
  ): Promise<CommandOutcome<ResultOf<C>>>;
}

interface Sending {
  readonly commandId: string;
  readonly maybeSent: boolean;
  /** Milliseconds to wait for one answer, and for all of them. */
  readonly timeoutMs: number;
  readonly patienceMs: number;
}

/**
 * @param timeoutMs milliseconds to wait for one answer, where the command says nothing else
 * @param patienceMs milliseconds for all of them; twice as long as for one, by default {@link COMMAND_PATIENCE_MS} with {@link COMMAND_MS}
 */
export function commandClient(
  bus: Bus,
  logger: Logger,
  timeoutMs = COMMAND_MS,
  patienceMs = timeoutMs === COMMAND_MS ? COMMAND_PATIENCE_MS : 2 * timeoutMs,
): CommandClient {
  return {
    send: async (definition, payload, commandId = randomUUID(), maybeSent = false) => {
      const subject = commandSubject(definition);
      const done = commandWaits.startTimer({ command: subject });
      const { answerMs } = definition;
      const waits =
        answerMs === undefined ? { timeoutMs, patienceMs } : { timeoutMs: answerMs, patienceMs: 2 * answerMs };
      const reply = await withSpan(subject, { kind: "client" }, () =>
        request(subject, JSON.stringify(payload), { commandId, maybeSent, ...waits }),
      ).catch((error: unknown) => {
        done({ outcome: isSatchelError(error) ? error.code : "internal" });
        throw error;
      });
      done({ outcome: reply.ok ? "ok" : reply.error.code });
      if (!reply.ok) throw new SatchelError(reply.error.code, reply.error.detail, reply.error);
      return { result: reply.result as ResultOf<typeof definition>, position: reply.position };
    },
  };

  async function request(
    subject: string,
    payload: string,
    { commandId, maybeSent, timeoutMs, patienceMs }: Sending,
  ): Promise<CommandReply> {
    const began = Date.now();
    for (let sent = 0, last: unknown; ; ) {
      const limitMs = isNoResponders(last) || !bus.connected() ? 2 * timeoutMs : patienceMs;
      const left = began + limitMs - Date.now();
      if (left <= 0 || sent * timeoutMs >= limitMs) {
        logger.error({ err: last, subject, sent }, "no service answered a command");
        throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
      }
      try {
        const timeout = Math.max(1, Math.min(timeoutMs, left));
        if (sent > 0) commandResends.inc();
        const isRetry = maybeSent || sent > 0;
        const message = await bus.nc.request(subject, payload, { timeout, headers: fields(commandId, isRetry) });
        return parse(message);
      } catch (error) {
        if (error instanceof SatchelError) throw error;
        last = error;
        if (isNoResponders(error)) await delay(RETRY_MS);
        else sent++;
      }
    }
  }
}

function fields(commandId: string, retry: boolean) {
  const result = headers();
  result.set(commandHeaders.id, commandId);
  if (retry) result.set(commandHeaders.retry, "1");
  for (const [name, value] of correlationToHeaders(currentCorrelation() ?? newCorrelation())) result.set(name, value);
  return result;
}

function parse(message: Msg): CommandReply {
  const reply: unknown = message.json();
  if (!Value.Check(CommandReply, reply)) throw new SatchelError("internal", texts.unexpected);
  return reply;
}

/** The server reports at once that there is no subscriber: the command reached no service. */
const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
