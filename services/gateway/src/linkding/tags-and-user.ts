import { type BulkAction, TAG_CHARS } from "@satchel/contracts";
import { changeMany, newBulkId, requireWhole, pagesById } from "../routes/bulk.ts";
import { instantOf } from "./bookmark.ts";
import { type DoorCall, type DoorDeps, type DoorRoute, required } from "./call.ts";
import { faulty, notFound } from "./errors.ts";
import { checkText } from "./fields.ts";
import { pageOf } from "./pages.ts";
import { allTags } from "./all-tags.ts";
import { named, type NamedTag, namedTags } from "./tags.ts";

/** The version of linkding whose API this is; apps ask for it to know what they may use. */
export const VERSION = "1.46.2";

/** Settings of linkding's page, as they are in a new account; nothing here follows them. */
const PROFILE = {
  theme: "auto",
  bookmark_date_display: "relative",
  bookmark_link_target: "_blank",
  web_archive_integration: "disabled",
  tag_search: "strict",
  enable_sharing: false,
  enable_public_sharing: false,
  enable_favicons: false,
  display_url: false,
  permanent_notes: false,
  search_preferences: {},
  version: VERSION,
};

/** Tags, the user's profile, and the root of the API. */
export function tagAndUserRoutes(deps: DoorDeps): DoorRoute[] {
  const { tables } = deps;
  const { origin } = deps.site;
  const change = changeMany(deps);

  /** A tag has no time of its own here, so that of the account stands for it. */
  const shownTags = async ({ userId }: DoorCall, tags: readonly NamedTag[]) => {
    const user = await tables.findUser(userId);
    const date_added = instantOf(user?.created_at ?? new Date());
    return tags.map(({ id, name }) => ({ id, name, date_added }));
  };
  const requireTag = async (call: DoorCall): Promise<NamedTag> => {
    const id = call.id();
    return required(
      namedTags(await allTags(tables, call.userId)).find((tag) => tag.id === id),
      notFound("Tag"),
    );
  };

  return [
    // linkding lists nothing here either; apps ask for it to see whether a server is one.
    { method: "GET", path: "", scope: "read", handler: () => ({ status: 200, body: {} }) },
    { method: "GET", path: "/user/profile", scope: "read", handler: () => ({ status: 200, body: PROFILE }) },
    {
      method: "GET",
      path: "/tags",
      scope: "read",
      handler: async (call) => {
        const tags = namedTags(await allTags(tables, call.userId));
        return { status: 200, body: pageOf(call, origin, await shownTags(call, tags)) };
      },
    },
    {
      method: "POST",
      path: "/tags",
      scope: "add",
      handler: async (call) => {
        const { get } = await call.fields();
        if (get("name") === undefined) throw faulty({ name: ["This field is required."] });
        const name = checkText(get("name"), { chars: TAG_CHARS, mayBeBlank: false });
        if ("faults" in name) throw faulty({ name: name.faults });
        // A tag is there as soon as a link has it; until then only its id and name are known, which follow from it.
        const tag = named(name.value);
        const known = namedTags(await allTags(tables, call.userId)).find(({ id }) => id === tag.id);
        return { status: 201, body: (await shownTags(call, [known ?? tag]))[0] };
      },
    },
    {
      method: "GET",
      path: "/tags/:id",
      scope: "read",
      handler: async (call) => ({ status: 200, body: (await shownTags(call, [await requireTag(call)]))[0] }),
    },
    {
      method: "DELETE",
      path: "/tags/:id",
      scope: "change",
      handler: async (call) => {
        const { userId } = call;
        for (const from of (await requireTag(call)).tags) {
          const action: BulkAction = { kind: "retag", from, to: null };
          const pages = pagesById((page) => tables.linkIdsWithTag(userId, from, page));
          requireWhole(await change(userId, newBulkId(), action, pages));
        }
        return { status: 204 };
      },
    },
  ];
}
