import { ApiError } from "@satchel/client";
import { streamEvents } from "@satchel/contracts";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { openArchive } from "../archive.ts";
import { note, print } from "../terminal.ts";

/** Milliseconds before the stream is opened again after it ended. */
const AGAIN_MS = 1000;

/** `satchel watch`: changes of the archive as lines of JSON, until it is interrupted. After a break it tells what was missed. */
export async function watch(): Promise<void> {
  const archive = await openArchive();
  let id: string | undefined;
  for (;;) {
    try {
      const { body } = await archive.open(streamEvents, { query: id === undefined ? {} : { last_event_id: id } });
      const messages = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      for await (const message of messages ?? []) {
        id = message.id ?? id;
        if (message.data !== "") print(JSON.stringify(JSON.parse(message.data)));
      }
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) throw error;
      note(`Interrupted, trying again: ${error instanceof Error ? error.message : String(error)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
