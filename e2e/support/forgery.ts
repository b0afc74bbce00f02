/** A call that another site tries to make as a visitor. */
export interface ForgedCall {
  readonly method: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Runs in a page of another site, and tries calls by every means of a browser. The browser itself rejects some of them.
 * Resolves when all are answered.
 */
export async function forge(calls: readonly ForgedCall[]): Promise<void> {
  const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

  const submit = (url: string, enctype: string, fields: Readonly<Record<string, unknown>>): Promise<void> =>
    new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.name = `frame${Math.random()}`;
      document.body.append(frame);
      const form = document.createElement("form");
      Object.assign(form, { action: url, method: "post", enctype, target: frame.name });
      const entries: [string, unknown][] =
        // JSON as an unencoded form: `name=value` becomes {"a":1,"x":"="}.
        enctype === "text/plain" ? [[`${JSON.stringify(fields).slice(0, -1)},"x":"`, '"}']] : Object.entries(fields);
      for (const [name, value] of entries) {
        const input = document.createElement("input");
        Object.assign(input, { name, value: asText(value) });
        form.append(input);
      }
      document.body.append(form);
      const done = (): void => {
        frame.remove();
        form.remove();
        resolve();
      };
      frame.addEventListener("load", done);
      setTimeout(done, 2000);
      form.submit();
    });

  const attempt = async ({ method, url, fields }: ForgedCall): Promise<void> => {
    const json = JSON.stringify(fields);
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]));
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, asText(value));

    const forms = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"];
    const requests: RequestInit[] = [
      { mode: "no-cors", method: "POST", body: json },
      { mode: "no-cors", method: "POST", body: form },
      { mode: "no-cors", method: "POST", body: multipart },
      { mode: "no-cors", method: "POST", body: json, keepalive: true, headers: { "content-type": "text/plain" } },
      { mode: "no-cors", method, body: json },
      { mode: "cors", method, body: json, headers: { "content-type": "application/json" } },
      { mode: "cors", method, body: json },
      { mode: "cors", method },
      { mode: "same-origin", method, body: json },
    ];
    await Promise.all([
      ...forms.map((enctype) => submit(url, enctype, fields)),
      ...requests.map((init) => fetch(url, { credentials: "include", ...init }).catch(() => undefined)),
    ]);
    for (const body of [json, form, multipart, new Blob([json], { type: "text/plain" })]) {
      navigator.sendBeacon(url, body);
    }
    try {
      navigator.sendBeacon(url, new Blob([json], { type: "application/json" }));
    } catch {
      // Some browsers refuse the type outright.
    }
  };
  // Four at a time: a browser refuses beacons when too many wait.
  for (let i = 0; i < calls.length; i += 4) await Promise.all(calls.slice(i, i + 4).map(attempt));
}
