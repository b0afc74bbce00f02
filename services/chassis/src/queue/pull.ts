import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { newInbox } from "../bus/inbox.ts";
import type { RawMessage } from "../journal/envelope.ts";

/** One message of a durable consumer, and what its worker can say of it: any number of `working`, then one of the others. */
export interface Delivery extends RawMessage {
  /** How often it was handed out, this time included. */
  readonly deliveryCount: number;
  ack(): void;
  /** @param milliseconds until it comes back; none: at once */
  nak(milliseconds?: number): void;
  term(reason: string): void;
  working(): void;
}

export interface PullOptions {
  readonly nc: NatsConnection;
  readonly stream: string;
  readonly consumer: string;
  /** How many more messages could be worked on now. */
  readonly free: () => number;
  readonly onDelivery: (delivery: Delivery) => void;
  /** Called right after the last word about a delivery. */
  readonly onAnswered: () => void;
}

export interface Pull {
  /** Asks for as many as there are hands for. Right behind an answer, it goes to the server together with that. */
  fill(): void;
  /** Ends when the pull is closed; fails when it has to be begun anew. */
  readonly ended: Promise<void>;
  /** Asks no more; what is on its way is still delivered. */
  close(): Promise<void>;
}

/** Milliseconds for which the server is asked to wait for work; then it says that it has none, and is asked anew. */
const POLL_MS = 5000;

/** Milliseconds without a word after which what was asked must have been lost: the server answers within {@link POLL_MS}. */
const LOST_MS = POLL_MS + 2000;

/** Milliseconds before the server is asked anew: questions that ran out together are asked as one. */
const GATHER_MS = 10;

/**
 * Takes messages from a durable pull consumer as there are hands for them, over one subscription: the client's own `fetch`
 * subscribes and unsubscribes for each message, once all hands but one are full. The protocol is the server's
 * (ADR-13, pull subscribes; ADR-15, acknowledgements).
 */
export function openPull({ nc, stream, consumer, free, onDelivery, onAnswered }: PullOptions): Pull {
  const inbox = newInbox(nc);
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`;
  let asked = 0;
  let heardAt = performance.now();
  let isClosed = false;
  let gathering: NodeJS.Timeout | undefined;
  let end!: () => void;
  let fail!: (error: Error) => void;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  // Whoever closes it before it was waited for is not to hear of it twice.
  ended.catch(() => {});

  function fill(): void {
    const batch = isClosed ? 0 : free() - asked;
    if (batch <= 0) return;
    if (asked === 0) heardAt = performance.now();
    asked += batch;
    nc.publish(subject, JSON.stringify({ batch, expires: POLL_MS * 1_000_000 }), { reply: inbox });
  }

  function hear(message: Msg): void {
    heardAt = performance.now();
    if (message.subject !== inbox) {
      asked = Math.max(0, asked - 1);
      onDelivery(deliveryOf(message, onAnswered));
      return;
    }
    const { code = 0, description = "" } = message.headers ?? {};
    if (code === 408 || code === 404) {
      asked = Math.max(0, asked - Number(message.headers?.get("Nats-Pending-Messages") || 1));
      gathering ??= setTimeout(() => {
        gathering = undefined;
        fill();
      }, GATHER_MS);
    } else if (code !== 100) fail(new Error(`the server ended the wait for work: ${code} ${description}`));
  }

  const subscription = nc.subscribe(inbox, { callback: (error, message) => (error ? fail(error) : hear(message)) });
  void subscription.closed.then(() => fail(new Error("the subscription to work has ended")));
  const watch = setInterval(() => {
    if (asked > 0 && performance.now() - heardAt > LOST_MS) fail(new Error("the server does not answer"));
  }, 1000).unref();
  void (async () => {
    for await (const { type } of nc.status()) {
      if (isClosed) return;
      // The server has forgotten what was asked.
      if (type === "reconnect") fail(new Error("the connection was lost"));
    }
  })();

  return {
    fill,
    ended,
    close: async () => {
      isClosed = true;
      clearTimeout(gathering);
      clearInterval(watch);
      end();
      await subscription.drain().catch(() => {});
    },
  };
}

const ACK = "+ACK";
const WORKING = "+WPI";

function deliveryOf(message: Msg, onAnswered: () => void): Delivery {
  const { deliveryCount, seq } = placeOf(message.reply ?? "");
  let isAnswered = false;
  const say = (word: string, isLast = true): void => {
    if (isAnswered) return;
    isAnswered = isLast;
    try {
      message.respond(word);
    } finally {
      if (isLast) onAnswered();
    }
  };
  return {
    subject: message.subject,
    seq,
    data: message.data,
    headers: message.headers,
    deliveryCount,
    ack: () => say(ACK),
    nak: (milliseconds = 0) => say(milliseconds > 0 ? `-NAK ${JSON.stringify({ delay: milliseconds * 1e6 })}` : "-NAK"),
    term: (reason) => say(`+TERM ${reason}`),
    working: () => say(WORKING, false),
  };
}

/**
 * What the subject of an answer tells of its message: `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>…`, or with the
 * domain and the account's hash before the stream (ADR-15).
 */
export function placeOf(reply: string): { deliveryCount: number; seq: number } {
  const tokens = reply.split(".");
  const first = tokens.length >= 11 ? 6 : 4;
  return { deliveryCount: Number(tokens[first]), seq: Number(tokens[first + 1]) };
}
