import {
  ChangeFolder,
  CreateFolder,
  DeleteFolder,
  type Folder,
  FOLDER_NAME_CHARS,
  SEARCH_CHARS,
} from "@satchel/contracts";
import { type BundleSearch, bundleOf, searchOfBundle } from "./bundle.ts";
import { instantOf } from "./bookmark.ts";
import { type DoorCall, type DoorDeps, type DoorRoute, required } from "./call.ts";
import { Refusal } from "../http/refusal.ts";
import { faulty, notFound } from "./errors.ts";
import { checkText, type Fields } from "./fields.ts";
import { pageOf } from "./pages.ts";
import { allTags } from "./all-tags.ts";
import { meantTags } from "./tags.ts";

type AnyFolder = Folder | Folder["children"][number];
type Bundle = ReturnType<typeof bundleOf>;

const EMPTY: BundleSearch = { search: "", any_tags: "", all_tags: "", excluded_tags: "", filter_unread: "off" };
const TEXTS = ["search", "any_tags", "all_tags", "excluded_tags"] as const;

/** Folders and smart folders as bundles. A smart folder can be made and changed as one; a folder is read alone. */
export function bundleRoutes(deps: DoorDeps): DoorRoute[] {
  const { tables, perform } = deps;
  const { origin } = deps.site;

  /** All folders in the order of the sidebar. Folders have no times, so the account's stands for them. */
  const bundles = async ({ userId }: DoorCall): Promise<{ folder: AnyFolder; bundle: Bundle }[]> => {
    const [tree, user] = await Promise.all([tables.listFolders(userId), tables.findUser(userId)]);
    const date = instantOf(user?.created_at ?? new Date());
    const folders: AnyFolder[] = tree.flatMap((folder) => [folder, ...folder.children]);
    return folders.map((folder, n) => ({ folder, bundle: bundleOf(folder, n, date) }));
  };
  const requireBundle = async (call: DoorCall) => {
    const id = call.id();
    return required(
      (await bundles(call)).find(({ folder }) => folder.id === id),
      notFound("BookmarkBundle"),
    );
  };
  const requireSmart = async (call: DoorCall) => {
    const found = await requireBundle(call);
    if (found.folder.search === null) {
      throw new Refusal(403, { detail: "This bundle is a folder. It can be changed on the page of your archive." });
    }
    return found;
  };

  const searchOf = async ({ userId }: DoorCall, bundle: BundleSearch): Promise<string> => {
    const meant = meantTags(await allTags(tables, userId));
    const search = searchOfBundle(bundle, (name) => meant([name])[0] ?? name);
    if (search === "") throw faulty({ search: ["A bundle needs words or tags to look for."] });
    return search;
  };

  const change = (needsName: boolean) => async (call: DoorCall) => {
    const { userId } = call;
    const { folder, bundle } = await requireSmart(call);
    const { name, ...sent } = sentBundle(await call.fields(), bundle, needsName);
    const search = await searchOf(call, sent);
    await perform(ChangeFolder, { userId, folderId: folder.id, search, ...(name === undefined ? {} : { name }) });
    return { status: 200, body: (await requireBundle(call)).bundle };
  };

  return [
    {
      method: "GET",
      path: "/bundles",
      scope: "read",
      handler: async (call) => {
        const shown = (await bundles(call)).map(({ bundle }) => bundle);
        return { status: 200, body: pageOf(call, origin, shown) };
      },
    },
    {
      method: "POST",
      path: "/bundles",
      scope: "add",
      handler: async (call) => {
        const { userId } = call;
        const { name = "", ...sent } = sentBundle(await call.fields(), EMPTY, true);
        const search = await searchOf(call, sent);
        const { result } = await perform(CreateFolder, { userId, name, parentFolderId: null, search });
        const made = (await bundles(call)).find(({ folder }) => folder.id === result.folderId);
        return { status: 201, body: required(made, notFound("BookmarkBundle")).bundle };
      },
    },
    {
      method: "GET",
      path: "/bundles/:id",
      scope: "read",
      handler: async (call) => ({ status: 200, body: (await requireBundle(call)).bundle }),
    },
    { method: "PUT", path: "/bundles/:id", scope: "change", handler: change(true) },
    { method: "PATCH", path: "/bundles/:id", scope: "change", handler: change(false) },
    {
      method: "DELETE",
      path: "/bundles/:id",
      scope: "change",
      handler: async (call) => {
        const { folder } = await requireSmart(call);
        await perform(DeleteFolder, { userId: call.userId, folderId: folder.id, recursive: false });
        return { status: 204 };
      },
    },
  ];
}

/** What a body says of a bundle; what it lacks is as `before`. `order` is taken and has no effect. @throws {Refusal} 400 */
function sentBundle(
  { get }: Fields,
  before: BundleSearch,
  needsName: boolean,
): BundleSearch & { readonly name?: string | undefined } {
  const wrong: Record<string, readonly string[]> = {};
  const text = (field: string, chars: number): string | undefined => {
    if (get(field) === undefined) return undefined;
    const checked = checkText(get(field), { chars, mayBeBlank: field !== "name" });
    if ("value" in checked) return checked.value;
    wrong[field] = checked.faults;
    return undefined;
  };
  const choice = (field: string, choices: readonly string[]): string | undefined => {
    const value = get(field);
    if (value === undefined || (typeof value === "string" && choices.includes(value))) return value;
    wrong[field] = [`${JSON.stringify(value)} is not a valid choice.`];
    return undefined;
  };
  const name = text("name", FOLDER_NAME_CHARS);
  if (get("name") === undefined && needsName) wrong["name"] = ["This field is required."];
  const texts = TEXTS.map((field) => [field, text(field, SEARCH_CHARS) ?? before[field]] as const);
  const unread = choice("filter_unread", ["off", "yes", "no"]) as BundleSearch["filter_unread"] | undefined;
  // Nothing is shared with other users of this server, so `no` narrows nothing.
  choice("filter_shared", ["off", "no"]);
  if (Object.keys(wrong).length > 0) throw faulty(wrong);
  return {
    name,
    ...(Object.fromEntries(texts) as Pick<BundleSearch, (typeof TEXTS)[number]>),
    filter_unread: unread ?? before.filter_unread,
  };
}
