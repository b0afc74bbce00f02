import { connectBus, createLogger, openDocuments } from "@satchel/chassis";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();

test("given a file that was there already, and one that is refused, then nothing of them stays in the bucket of documents", async () => {
  const { accessToken } = await system.signIn("files@satchel.example");
  const send = async (name: string, content: string): Promise<number> => {
    const answer = await fetch(`${system.url}/api/links/files?name=${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/octet-stream" },
      body: content,
    });
    return answer.status;
  };
  expect([await send("a.txt", "words"), await send("b.txt", "words"), await send("a.docx", "PK")]).toEqual([
    201, 200, 400,
  ]);

  const { url, monitorUrl } = system.nats;
  const bus = await connectBus({ url, monitorUrl, name: "test", logger: createLogger("test", "silent") });
  const names: string[] = [];
  for await (const { name } of (await openDocuments(bus)).list("")) names.push(name);
  await bus.close();
  // No service describes it here: the content of the first one waits to be kept.
  expect(names).toEqual([expect.stringMatching(/\/file\.parts$/)]);
});
