import { texts } from "@satchel/contracts";
import { addFile } from "@satchel/contracts/later-routes";
import { changeLinks, countLinks, getStatus, getUser, logout, register } from "@satchel/contracts/routes";
import { describe, expect, it, vi } from "vitest";
import type { Call } from "./call.ts";
import { ANSWER_MS, createTransport, request, type TransportOptions } from "./transport.ts";

const user = { operation: getUser };
const count = { operation: countLinks };
const json = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status });

/** A server whose access token has expired until `/refresh-token` is called. */
function serverWithExpiredToken(refreshStatus = 200) {
  let valid = false;
  const paths: string[] = [];
  const fetch = async (path: string): Promise<Response> => {
    paths.push(path);
    await Promise.resolve();
    if (path.startsWith("/api/auth/refresh-token")) {
      valid = refreshStatus === 200;
      return json(refreshStatus);
    }
    return valid ? json(200) : json(401);
  };
  return { fetch, paths };
}

function transportOver(fetch: TransportOptions["fetch"], some: Partial<TransportOptions> = {}) {
  const options = {
    fetch,
    isLoggingOut: () => false,
    onRefreshed: vi.fn(),
    onSessionLost: vi.fn(),
    onAnswered: vi.fn(),
    warn: vi.fn(),
    ...some,
  };
  return { ...options, ...createTransport(options) };
}

describe("a call that meets an expired token", () => {
  it("is replayed after the tokens were renewed", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch);

    const response = await transport.send(user);

    expect(response.status).toBe(200);
    expect(server.paths).toEqual([getUser.path, "/api/auth/refresh-token", getUser.path]);
    expect(transport.onRefreshed).toHaveBeenCalledOnce();
    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });

  it("waits for the one refresh under way, like all the others", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch);

    const responses = await Promise.all([transport.send(user), transport.send(count), transport.send(user)]);

    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(server.paths.filter((path) => path.includes("refresh-token"))).toHaveLength(1);
  });

  it("needs no refresh of its own when one ended while it was under way", async () => {
    const server = serverWithExpiredToken();
    let answerSlowly: (response: Response) => void = () => {};
    let slowCalls = 0;
    const transport = transportOver((path) => {
      if (path !== countLinks.path || slowCalls++ > 0) return server.fetch(path);
      return new Promise((resolve) => (answerSlowly = resolve));
    });

    const slow = transport.send(count);
    await transport.send(user);
    answerSlowly(json(401));

    expect((await slow).status).toBe(200);
    expect(server.paths.filter((path) => path.includes("refresh-token"))).toHaveLength(1);
  });

  it("loses the session when the tokens cannot be renewed", async () => {
    const transport = transportOver(serverWithExpiredToken(401).fetch);

    expect((await transport.send(user)).status).toBe(401);
    expect(transport.onSessionLost).toHaveBeenCalledOnce();
    expect(transport.warn).not.toHaveBeenCalled();
  });

  it("logs why a refresh failed, unless it was a 401", async () => {
    const transport = transportOver(serverWithExpiredToken(500).fetch);

    await transport.send(user);

    expect(transport.onSessionLost).toHaveBeenCalledOnce();
    expect(transport.warn).toHaveBeenCalledOnce();
  });

  it("logs a refresh without an answer, and keeps the session", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver((path) =>
      path.startsWith("/api/auth/refresh-token") ? Promise.reject(new TypeError("no network")) : server.fetch(path),
    );

    await expect(transport.send(user)).rejects.toThrow("no network");

    expect(transport.onSessionLost).not.toHaveBeenCalled();
    expect(transport.warn).toHaveBeenCalledOnce();
  });

  it.each([429, 502, 503])("keeps the session when the tokens cannot be renewed for now (%s)", async (status) => {
    const transport = transportOver(serverWithExpiredToken(status).fetch);

    await expect(transport.send(user)).rejects.toThrow();

    expect(transport.onSessionLost).not.toHaveBeenCalled();
    expect(transport.warn).toHaveBeenCalledOnce();
  });
});

describe("a 401 that leads to no refresh", () => {
  it("of an auth URL loses the session", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch);

    const response = await transport.send({ operation: register, body: { email: "anna@post.example" } });

    expect(response.status).toBe(401);
    expect(server.paths).toEqual([register.path]);
    expect(transport.onSessionLost).toHaveBeenCalledOnce();
  });

  it("while signing out is only an answer", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch, { isLoggingOut: () => true });

    await transport.send(user);

    expect(server.paths).toEqual([getUser.path]);
    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });

  it("with the skip-refresh header is only an answer", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch);

    await transport.send({ operation: logout, skipRefresh: true });

    expect(server.paths).toEqual([logout.path]);
    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });
});

describe("a 403", () => {
  it("that asks for verification loses the session and keeps its body readable", async () => {
    const detail = "Email verification required";
    const transport = transportOver(async () => json(403, { detail }));

    const response = await transport.send(user);

    expect(transport.onSessionLost).toHaveBeenCalledOnce();
    expect(await response.json()).toEqual({ detail });
  });

  it("for any other reason is only an answer", async () => {
    const transport = transportOver(async () => json(403, { detail: "The request did not come from this site" }));

    await transport.send(user);

    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });
});

describe("a server that does not answer", () => {
  const unreachable = async (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));

  it("is told, and so is that it answers again", async () => {
    let isThere = false;
    const transport = transportOver(async () => (isThere ? json(200) : unreachable()));

    await expect(transport.send(user)).rejects.toThrow(TypeError);
    expect(transport.onAnswered).toHaveBeenLastCalledWith(false);
    isThere = true;
    await transport.send(user);
    expect(transport.onAnswered).toHaveBeenLastCalledWith(true);
    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });

  it("is away while a proxy answers for it", async () => {
    const transport = transportOver(async () => json(502));
    await transport.send(user);
    expect(transport.onAnswered).toHaveBeenLastCalledWith(false);
  });

  it("is away while a proxy says in a page of its own that it is unavailable, and not where it says so itself", async () => {
    const page = new Response("<h1>503 Service Unavailable</h1>", { status: 503 });
    const transport = transportOver(async () => page);
    expect((await transport.send(user)).status).toBe(502);
    expect(transport.onAnswered).toHaveBeenLastCalledWith(false);

    const own = transportOver(async () => Response.json({ detail: texts.server.unavailable }, { status: 503 }));
    expect((await own.send(user)).status).toBe(503);
    expect(own.onAnswered).toHaveBeenLastCalledWith(true);
    // Without knowing whether there is a session, nothing can be shown.
    await own.send({ operation: getStatus });
    expect(own.onAnswered).toHaveBeenLastCalledWith(false);
  });

  it("is away when a call has no answer after a minute, unless its answer may take long, it changes many links or it sends a file", async () => {
    vi.useFakeTimers();
    const transport = transportOver(
      (_path, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("given up")))),
    );
    const ends: string[] = [];
    const send = (name: string, call: Call) =>
      transport.send(call).then(
        () => undefined,
        () => ends.push(name),
      );
    void send("user", user);
    void send("book", { ...user, isLong: true });
    void send("bulk", { operation: changeLinks, body: {} });
    void send("file", { operation: addFile, body: new Blob(["a"]) });
    await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(600_000);
    vi.useRealTimers();
    expect(ends).toEqual(["user"]);
    expect(transport.onAnswered).toHaveBeenCalledWith(false);
  });

  it("is given up when nothing of its body comes for a minute, and is not while some of it does", async () => {
    vi.useFakeTimers();
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    const transport = transportOver(async (_path, { signal }) => {
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
      signal?.addEventListener("abort", () => body?.error(new Error("given up")));
      return new Response(stream);
    });
    const octets = new TextEncoder().encode("1");
    // As slow as can be, it takes five minutes.
    const slow = request(transport, user);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
      body?.enqueue(octets);
    }
    body?.close();
    expect(await slow).toMatchObject({ data: 11111 });
    const hanging = request(transport, user);
    await vi.advanceTimersByTimeAsync(1);
    body?.enqueue(octets);
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await hanging).toMatchObject({ problem: { status: 0 } });
    vi.useRealTimers();
  });

  it("ends no session when the tokens could not be renewed for it", async () => {
    const transport = transportOver(async (path) => (path.startsWith("/api/auth/") ? unreachable() : json(401)));
    await expect(transport.send(user)).rejects.toThrow(TypeError);
    expect(transport.onSessionLost).not.toHaveBeenCalled();
  });

  it("is not away because the page gave a call up", async () => {
    const transport = transportOver(unreachable);
    await expect(transport.send(user, AbortSignal.abort())).rejects.toThrow(TypeError);
    expect(transport.onAnswered).not.toHaveBeenCalled();
  });
});

describe("a renewal that is asked for", () => {
  it("is not done again, when another one has ended since the question that led to it", async () => {
    const server = serverWithExpiredToken();
    const transport = transportOver(server.fetch);
    const since = transport.refreshes();
    await transport.send(user);

    expect(await transport.refresh(since)).toBe("renewed");
    expect(server.paths.filter((path) => path.startsWith("/api/auth/refresh-token"))).toHaveLength(1);
  });
});
