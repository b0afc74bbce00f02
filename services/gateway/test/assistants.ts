import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CreatedApiToken, TokenScope } from "@satchel/contracts";
import { TOKEN_SCOPES } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import type { Client, TestSystem } from "./gateway.ts";

/** An answer of a tool: its texts, the last of which may be what is in the archive. */
export interface Said {
  readonly isError: boolean;
  readonly text: string;
}

/** An assistant that is connected to the archive of a user. */
export interface Assistant {
  readonly owner: Client;
  readonly token: string;
  readonly client: McpClient;
  /** Names of the tools that it is shown. */
  readonly tools: () => Promise<string[]>;
  readonly use: (tool: string, input?: Record<string, unknown>) => Promise<Said>;
}

export async function tokenOf(owner: Client, scopes: readonly TokenScope[] = TOKEN_SCOPES): Promise<string> {
  const made = await owner.call("POST", "/api/users/me/tokens", { name: "Assistant", scopes });
  return ((await made.json()) as CreatedApiToken).token;
}

/** The text of a tool's answer. */
function saidIn(result: Awaited<ReturnType<McpClient["callTool"]>>): Said {
  const content = result.content as { readonly type: string; readonly text: string }[];
  return { isError: result.isError === true, text: content.map(({ text }) => text).join("\n") };
}

/** Assistants of people of a system, each a new one or a further one of the same owner. */
export function assistants(system: TestSystem, name: string) {
  let people = 0;
  const assistantOf = async (owner: Client, scopes?: readonly TokenScope[]): Promise<Assistant> => {
    const token = await tokenOf(owner, scopes);
    const client = new McpClient({ name: "test", version: "1" });
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", system.url), { requestInit: { headers } });
    await client.connect(transport as Transport);
    atEnd(() => client.close());
    return {
      owner,
      token,
      client,
      tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
      use: async (tool, input = {}) => saidIn(await client.callTool({ name: tool, arguments: input })),
    };
  };
  const newAssistant = async (scopes?: readonly TokenScope[]): Promise<Assistant> =>
    assistantOf(await system.signIn(`${name}${++people}@satchel.example`), scopes);
  return { assistantOf, newAssistant };
}
