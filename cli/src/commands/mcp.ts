import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { sendMcpMessage } from "@satchel/contracts";
import { endOf, openArchive } from "../archive.ts";
import { line, note } from "../terminal.ts";

/** JSON-RPC's code for an error that the protocol has none for (JSON-RPC 2.0, section 5.1). */
const SERVER_ERROR = -32_000;

/**
 * `satchel mcp`: forwards the messages of an assistant between standard input and output and the server's `/mcp`, until
 * standard input ends. The tools are those of the server (decision 83).
 */
export async function mcp(): Promise<void> {
  const archive = await openArchive();
  // Loaded by this command alone, so that the others start at once.
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const assistant = new StdioServerTransport();

  async function forward(message: JSONRPCMessage): Promise<void> {
    const id = "method" in message && "id" in message ? message.id : undefined;
    try {
      const answer = await archive.call(sendMcpMessage, { body: message });
      if (answer !== null) await assistant.send(answer as JSONRPCMessage);
    } catch (error) {
      const reason = line(endOf(error).message);
      note(reason);
      if (id !== undefined)
        await assistant.send({ jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message: reason } });
    }
  }

  assistant.onmessage = (message) => void forward(message);
  assistant.onerror = (error) => note(line(error.message));
  await assistant.start();
}
