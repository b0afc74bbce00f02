import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
} from "@nats-io/jetstream";

interface DurableConsumer {
  readonly stream: string;
  readonly name: string;
  /** The subjects of its messages; none: all of the stream. None may be another one with more tokens. */
  readonly subjects: readonly string[];
  /** Where a new one begins: by default with the first message; `new` skips those that are there already. */
  readonly from?: "new" | undefined;
  /** Milliseconds without a heartbeat after which a message is redelivered. */
  readonly silentMs: number;
  /** Messages that may be delivered and not acknowledged at a time. */
  readonly maxUnacknowledged: number;
}

/**
 * Creates a durable consumer, or gives an existing one these settings: what it has done stays done.
 * @throws {TypeError} for subjects such as `a.b` and `a.b.*` together, of which servers from 2.10.26 to 2.11.1 deliver the
 * second and leave most of the first out (nats-server issue 6824)
 */
export async function openDurable(
  js: JetStreamClient,
  jsm: JetStreamManager,
  { stream, name, subjects, from, silentMs, maxUnacknowledged }: DurableConsumer,
): Promise<Consumer> {
  for (const subject of subjects) {
    const longer = subjects.find((other) => other.startsWith(`${subject}.`));
    if (longer !== undefined) throw new TypeError(`the consumer ${name} can't have both ${subject} and ${longer}`);
  }
  const settings = {
    filter_subjects: [...subjects],
    ack_wait: silentMs * 1_000_000,
    max_deliver: -1,
    max_ack_pending: maxUnacknowledged,
  };
  if ((await jsm.consumers.info(stream, name).catch(unlessMissing)) === undefined) {
    await jsm.consumers.add(stream, {
      ...settings,
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: from === "new" ? DeliverPolicy.New : DeliverPolicy.All,
    });
  } else {
    await jsm.consumers.update(stream, name, settings);
  }
  return js.consumers.get(stream, name);
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined;
  throw error;
}
