import { randomUUID } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Link } from "@satchel/contracts";
import { atEnd, eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { pngOf, quarters } from "@satchel/enrichment/test/sample-pictures.ts";
import { answersTo, type MailedAnswer, reply } from "../test/answers.ts";
import { type Cluster, type Part, startCluster } from "../test/cluster.ts";
import { type Client, sendMail, signIn } from "../test/instance.ts";

let cluster: Cluster;
let gateways: (Part & { url: string })[];
let parts: Record<
  "identity" | "folders" | "search" | "enrichment" | "mail-ingest" | "links" | "otherLinks" | "archive" | "post",
  Part
>;
let anna: Client;
let site: string;

async function startGateway(): Promise<Part & { url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return { ...(await cluster.start("gateway", { PORT: String(port), PUBLIC_URL: url })), url };
}

beforeAll(async () => {
  cluster = await startCluster();
  site = await startSite();
  const [identity, folders, links, otherLinks, enrichment, mail, search, archive, mailer] = await Promise.all(
    ["identity", "folders", "links", "links", "enrichment", "mail-ingest", "search", "archive", "post"].map((name) =>
      cluster.start(name, { FETCH_ALLOW: new URL(site).host }),
    ),
  );
  parts = {
    identity,
    folders,
    links,
    otherLinks,
    enrichment,
    "mail-ingest": mail,
    search,
    archive,
    post: mailer,
  } as typeof parts;
  gateways = [await startGateway(), await startGateway()];
  anna = await signIn({ url: gateways[0]?.url ?? "", dataDir: cluster.dataDir }, "anna@post.example");
});

describe("given every service as a process of its own, links and gateway twice", () => {
  test("a mail becomes a link", async () => {
    const answer = await sendMail(cluster, { from: "anna@post.example", text: "http://127.0.0.1:1/mailed" });
    expect(answer).toMatch(/^250/);
    await eventually(async () => {
      const [link] = await anna.json<Link[]>("GET", "/api/links/");
      expect(link).toMatchObject({ url: "http://127.0.0.1:1/mailed", enrichment: { state: "failed" } });
    });
  });

  test("both replicas of links carry out commands", async () => {
    for (let i = 0; i < 30; i++) await anna.json("POST", "/api/links/", { url: `http://127.0.0.1:1/shared/${i}` });
    for (const { operationsPort } of [parts.links, parts.otherLinks]) {
      const metrics = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
      const done = /satchel_command_seconds_count\{command="cmd\.links\.save",outcome="ok"\} (\d+)/.exec(metrics)?.[1];
      expect(Number(done)).toBeGreaterThan(0);
    }
  });

  test("one request's id is in every log it passes through, down to the tables", async () => {
    const answer = await anna.call("POST", "/api/links/", { url: "http://127.0.0.1:1/traced" });
    const id = answer.headers.get("x-request-id") ?? "none";
    const logs = () => [parts.links, parts.otherLinks].flatMap(({ process }) => process.stdout);
    const applied = await eventually(() => {
      const line = logs().find((entry) => entry.includes(id) && entry.includes('"msg":"applied"'));
      expect(line).toBeDefined();
      return JSON.parse(line ?? "{}");
    });
    expect(applied).toMatchObject({ correlationId: id, projection: "links", type: "LinkSaved" });
    await eventually(() => gateways.some(({ process }) => process.stdout.some((line) => line.includes(id))));
  });

  test("a gateway that gets SIGTERM under load finishes the calls that it accepted", async () => {
    const gateway = await startGateway();
    const token = await tokenOf(gateway.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const outcomes: string[] = [];
    const round = randomUUID();
    // As a load balancer does: a connection is used until an answer says that it closes, and then no more.
    const load = async (n: number): Promise<void> => {
      for (let i = 0; ; i++) {
        const { outcome, isLast } = await post(
          agent,
          `${gateway.url}/api/links/`,
          token,
          `http://127.0.0.1:1/load/${round}/${n}-${i}`,
        );
        outcomes.push(outcome);
        if (isLast) return;
      }
    };
    // Few enough that this process sends the next call at once, however busy the machine is.
    const workers = Array.from({ length: 8 }, (_, n) => load(n));
    await eventually(() => outcomes.length > 100);
    const exit = await gateway.process.kill("SIGTERM");
    await Promise.all(workers);
    agent.destroy();
    expect(exit).toEqual({ code: 0, signal: null });
    expect(outcomes.filter((outcome) => outcome !== "201")).toEqual([]);
  });

  test("a links replica that gets SIGTERM under load fails no request", async () => {
    const outcomes: number[] = [];
    const round = randomUUID();
    let done = false;
    const load = async (n: number): Promise<void> => {
      for (let i = 0; !done; i++) {
        const url = `http://127.0.0.1:1/calm/${round}/${n}-${i}`;
        outcomes.push((await anna.call("POST", "/api/links/", { url })).status);
      }
    };
    const workers = Array.from({ length: 10 }, (_, n) => load(n));
    await eventually(() => outcomes.length > 50);
    expect(await parts.otherLinks.process.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    const before = outcomes.length;
    await eventually(() => outcomes.length > before + 50);
    done = true;
    await Promise.all(workers);
    expect(outcomes.filter((status) => status !== 201)).toEqual([]);
  });

  test("what the services do on the bus is what their users may do", async () => {
    const url = gateways[0]?.url ?? "";
    const carol = await signIn({ url, dataDir: cluster.dataDir }, "carol@post.example");
    const folder = await carol.json<{ id: number }>("POST", "/api/folders/", { name: "Reading" });
    await carol.json("DELETE", `/api/folders/${folder.id}`);
    await carol.json("POST", "/api/auth/set-password", { new_password: "correct horse" });
    const link = await carol.json<Link>("POST", "/api/links/", { url: `${site}/page` });
    await eventually(async () => {
      const shown = await carol.json<Link>("GET", `/api/links/${link.id}`);
      expect((await carol.call("GET", shown.preview_image_url ?? "/none")).status).toBe(200);
    });
    await carol.json("POST", `/api/links/${link.id}/refresh`);
    const bookmarks =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="http://127.0.0.1:1/imported">Imported</A></DL>';
    const headers = { authorization: `Bearer ${carol.token}`, "content-type": "text/html" };
    const answer = await fetch(`${url}/api/imports?name=b.html`, { method: "POST", headers, body: bookmarks });
    const { id } = (await answer.json()) as { id: string };
    await eventually(async () =>
      expect(await carol.json("GET", `/api/imports/${id}`)).toMatchObject({ status: "done" }),
    );
    await carol.json("PATCH", "/api/users/me/answers", { is_on: true, language: "en" });
    await sendMail(cluster, { from: "carol@post.example", text: `${site}/mailed` });
    const carols = (count: number): Promise<MailedAnswer[]> =>
      eventually(async () => {
        const answers = await answersTo(cluster, "carol@post.example");
        expect(answers).toHaveLength(count);
        return answers;
      });
    const [receipt] = await carols(1);
    await reply(cluster, receipt as MailedAnswer, "#mailed\nfolder: By mail");
    await carols(2);
    await eventually(async () => {
      const [found] = await carol.json<Link[]>("GET", "/api/links/?q=tag:mailed");
      expect(found?.copy?.words).toBeGreaterThan(100);
    });
    await sendMail(cluster, { from: "carol@post.example", subject: "? tag:mailed", text: "" });
    const [, , results] = await carols(3);
    await reply(cluster, results as MailedAnswer, "read: 1");
    const [, , , article] = await carols(4);
    expect(article?.text).toContain("The saddler waxes the thread by hand");
    expect((await carol.call("DELETE", "/api/users/me")).status).toBe(204);
    expect((await carol.call("GET", "/api/users/me")).status).toBe(401);

    const lines = [...Object.values(parts), ...gateways].flatMap(({ process: { stdout, stderr } }) => [
      ...stdout,
      ...stderr,
    ]);
    expect(lines.filter((line) => /permissions? violation/i.test(line))).toEqual([]);
  });
});

/** A site with one page that has a picture. */
async function startSite(): Promise<string> {
  const picture = pngOf(quarters(640, 360));
  const page =
    '<html lang="en"><title>Page</title><meta property="og:image" content="/picture.png"><article><h1>Page</h1><p>' +
    "The saddler waxes the thread by hand, and it holds for a lifetime, as everybody in the workshop knows. ".repeat(9);
  const server = createServer(({ url }, response) => {
    const isPicture = url?.endsWith(".png") === true;
    response.writeHead(200, { "content-type": isPicture ? "image/png" : "text/html" }).end(isPicture ? picture : page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function tokenOf(url: string): Promise<string> {
  const client = await signIn({ url, dataDir: cluster.dataDir }, "load@post.example");
  return client.token;
}

/** Posts a link on a kept connection. `isLast`: the server closes it, or the request failed. */
function post(agent: Agent, url: string, token: string, link: string): Promise<{ outcome: string; isLast: boolean }> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ url: link });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const outgoing = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume();
      const isLast = response.headers.connection === "close";
      response.on("end", () => resolve({ outcome: String(response.statusCode), isLast }));
      response.on("error", (error) => resolve({ outcome: `broken: ${error.message}`, isLast: true }));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => resolve({ outcome: `failed: ${error.code}`, isLast: true }));
    outgoing.end(body);
  });
}
