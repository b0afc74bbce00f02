import { parentPort } from "node:worker_threads";
import { readMail } from "./read-mail.ts";

// A thread that reads one mail after the other. A message is the raw mail, the answer what is kept of it; a mail that can't be read
// answers with null.
parentPort?.on("message", (raw: Uint8Array) => {
  void readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
    .catch(() => null)
    .then((content) => parentPort?.postMessage(content));
});
parentPort?.postMessage("ready");
