/** What WebDriver names an element by (W3C WebDriver, section "Elements"). */
export const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export interface Session {
  /** Sends a command of the session. @throws what the browser says is wrong with it */
  send<T = unknown>(method: "GET" | "POST", path: string, body?: object): Promise<T>;
}

/** Opens a session at a driver that speaks WebDriver (W3C), as far as the tests need it. @param url of the driver */
export async function openSession(url: string): Promise<Session> {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(url + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value as T;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${path}: ${error} ${message}`);
  };
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  return { send: (method, path, body) => send(method, `/session/${sessionId}${path}`, body) };
}
