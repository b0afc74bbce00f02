import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site that is none of ours, under two names. */
export interface ForeignSite {
  /** Beside Satchel: the same host on another port. Browsers take it for the same site, and send cookies along. */
  readonly neighbour: string;
  /** Under another name: another site altogether. */
  readonly stranger: string;
  close(): void;
}

/** Serves an empty page at every address. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Win a prize</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    neighbour: `http://127.0.0.1:${port}/`,
    stranger: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
