import { WebSocket } from "ws";

/** A value as WebDriver BiDi hands it over: of those, plain ones are read here. */
interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
}

interface Answer {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  /** Of an event: its name, and what it says. */
  readonly method?: string;
  readonly params?: unknown;
}

type Evaluated =
  | { readonly type: "success"; readonly result: RemoteValue }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

/** A connection to a browser by WebDriver BiDi (W3C), as far as the tests need it. */
export interface Bidi {
  /** @throws what the browser says is wrong with the command */
  send<T = unknown>(method: string, params?: object): Promise<T>;
  /**
   * Runs an expression in a page, or in a window of the browser itself, as if somebody had pressed something; what it
   * gives is text, a number, a truth value or nothing.
   */
  evaluate<T = unknown>(context: string, expression: string): Promise<T>;
  /** Calls back at each event of a name that was subscribed to (`session.subscribe`). */
  on(event: string, listener: (params: unknown) => void): void;
  close(): void;
}

/** Connects to a browser that listens. @param url `ws://…/session` */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map<number, (answer: Answer) => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  socket.on("message", (octets: Buffer) => {
    const answer = JSON.parse(octets.toString("utf8")) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.method !== undefined) listeners.get(answer.method)?.(answer.params);
  });
  let commands = 0;

  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = ++commands;
      waiting.set(id, ({ type, result, error, message }) => {
        waiting.delete(id);
        if (type === "error") reject(new Error(`${method}: ${error} ${message}`));
        else resolve(result as T);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });

  return {
    send,
    evaluate: async <T>(context: string, expression: string): Promise<T> => {
      const target = { context };
      const evaluated = await send<Evaluated>("script.evaluate", {
        expression,
        target,
        awaitPromise: true,
        userActivation: true,
      });
      if (evaluated.type === "exception") throw new Error(evaluated.exceptionDetails.text);
      return evaluated.result.value as T;
    },
    on: (event, listener) => void listeners.set(event, listener),
    close: () => socket.close(),
  };
}
