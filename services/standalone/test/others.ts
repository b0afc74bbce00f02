import { createHash } from "node:crypto";
import type {
  CreatedWebhook,
  Delivery,
  Feed,
  Folder,
  Import,
  Link,
  LinkCopies,
  Newsletters,
  SecretAddress,
  Session,
  Share,
  Subscription,
} from "@satchel/contracts";
import { SoftwareAuthenticator } from "@satchel/identity/test/software-authenticator.ts";
import { eventually } from "@satchel/testing";
import { type Client, type Instance, mailedCode, sendMail } from "./instance.ts";

const OWN = "/api/users/me";
const RULE = {
  name: "Rule",
  is_on: true,
  conditions: [{ kind: "title", any: ["zebra"] }],
  actions: [{ kind: "done" }],
};

/** What names the things of an account: ids, addresses, a code. */
export type Names = Awaited<ReturnType<typeof makeOneOfEach>>;

/** Makes one of everything in an account. @param site has an article at `/page`, a feed at `/feed`, and takes webhooks */
export async function makeOneOfEach(instance: Instance, client: Client, email: string, site: string) {
  const post = <T>(path: string, body?: unknown): Promise<T> => client.json<T>("POST", path, body);
  const made = async (path: string, body: unknown) => (await post<{ id: string }>(path, body)).id;
  const folder = async (name: string, more = {}) => (await post<Folder>("/api/folders/", { name, ...more })).id;
  const save = (path: string) => made("/api/links/", { url: site + path, tags: ["ofanna"] });
  const versionOf = (link: string): Promise<string> =>
    eventually(async () => {
      const { copies } = await client.json<LinkCopies>("GET", `/api/links/${link}/copies`);
      if (copies[0] === undefined) throw new Error("no copy yet");
      return copies[0].version;
    });

  const hook = await post<CreatedWebhook>(`${OWN}/webhooks`, { url: `${site}/hook`, events: ["link.saved"] });
  const [link, goneLink, otherLink] = [await save("/page"), await save("/gone"), await save("/other")];
  await client.json("DELETE", `/api/links/${goneLink}`);
  const version = await versionOf(link);
  const mark = (exact: string) => made(`/api/links/${link}/highlights`, { quote: { exact } });
  const [highlight, goneHighlight] = [await mark("zebra finches"), await mark("sing at length")];
  await client.json("DELETE", `/api/links/${link}/highlights/${goneHighlight}`);
  const [rule, goneRule] = [await made(`${OWN}/rules`, RULE), await made(`${OWN}/rules`, RULE)];
  await client.json("DELETE", `${OWN}/rules/${goneRule}`);
  const file = ((await (await client.sendFile("note.txt", "A note of Anna")).json()) as Link).id;
  const fileVersion = await versionOf(file);
  const imported = await fetch(`${instance.url}/api/imports?name=a.html`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}` },
    body: `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${site}/imported">Imported</A></DL>`,
  });
  const address = await post<SecretAddress>("/api/newsletters/addresses", { name: "Letters", folder_id: null });
  const sender = `letters-of-${email}`;
  await sendMail(instance, { from: sender, to: address.address, text: "News of the zebra" });
  await sendMail(instance, { from: email, text: `${site}/mailed` });
  const capture = await eventually(async () => {
    const [first] = await client.json<{ id: string }[]>("GET", "/api/captures");
    if (first === undefined) throw new Error("no capture yet");
    return first.id;
  });
  const letter = await eventually(async () => {
    const { sources } = await client.json<Newsletters>("GET", "/api/newsletters");
    if (sources[0]?.last == null) throw new Error("no letter yet");
    return sources[0].last.link_id;
  });
  const authenticator = new SoftwareAuthenticator(instance.url.replace("127.0.0.1", "localhost"));
  const { options } = await post<{ options: Record<string, unknown> }>(`${OWN}/passkeys/options`);
  const reader = `device-of-${email}`;
  await post(`${OWN}/readers`, { email: reader });
  const goneFolder = await folder("Gone");
  await client.json("DELETE", `/api/folders/${goneFolder}`);
  const bulk = await post<{ bulk_id: string }>("/api/links/bulk", { ids: [otherLink], action: "tag", tags: ["bulk"] });
  const delivery = await eventually(async () => {
    const log = await client.json<{ deliveries: Delivery[] }>("GET", `${OWN}/webhooks/${hook.id}/deliveries`);
    if (log.deliveries[0] === undefined) throw new Error("no delivery yet");
    return log.deliveries[0].id;
  });
  const { sessions } = await client.json<{ sessions: Session[] }>("GET", `${OWN}/sessions`);
  return {
    link,
    goneLink,
    otherLink,
    version,
    file,
    fileVersion,
    letter: letter as string,
    highlight,
    goneHighlight,
    rule,
    goneRule,
    folder: await folder("Folder"),
    smartFolder: await folder("Smart", { search: "zebra" }),
    goneFolder,
    import: ((await imported.json()) as Import).id as string,
    address: address.id as string,
    sender,
    capture,
    passkey: await made(`${OWN}/passkeys`, { name: "Key", response: authenticator.create(options) }),
    reader,
    readerCode: await mailedCode(instance, reader),
    bulk: bulk.bulk_id,
    webhook: hook.id as string,
    delivery: delivery as string,
    session: sessions[0]?.id as string,
    signIn: createHash("sha256").update("a person").digest("hex"),
    token: await made(`${OWN}/tokens`, { name: "Token", scopes: ["read"] }),
    feed: (await post<Feed>(`${OWN}/feeds`, { name: "Feed", source: { kind: "all" } })).id as string,
    share: (await post<Share>(`${OWN}/shares`, { source: { kind: "link", link_id: link } })).id as string,
    subscription: (await post<Subscription>("/api/subscriptions", { url: `${site}/feed`, folder_id: null }))
      .id as string,
  };
}
