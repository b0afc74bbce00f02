import { startHttpServer } from "@satchel/testing";

/** A site of somebody else, under two names. */
interface ForeignSite {
  /** The same host as Satchel on another port, which is the same site for browsers: they send cookies. */
  readonly neighbour: string;
  /** Another host name: another site for browsers. */
  readonly stranger: string;
  close(): void;
}

/** Serves an empty page at every address. */
export async function startForeignSite(): Promise<ForeignSite> {
  const { port, close } = await startHttpServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Win a prize</title>");
  });
  return { neighbour: `http://127.0.0.1:${port}/`, stranger: `http://localhost:${port}/`, close };
}
