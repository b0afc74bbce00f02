import type { UserManifest } from "wxt";

/** Icons in the sizes that browsers ask for, as build/icons.ts draws them. */
const icons = (look: string, sizes: readonly number[]): Record<string, string> =>
  Object.fromEntries(sizes.map((size) => [size, `icons/${look}-${size}.png`]));

const BUTTON_SIZES = [16, 32];

/** Only the extension's own files, and calls to the server that its user names. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Of blobs: a link's picture, which is fetched with the connection's token.
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface TestPermissions {
  readonly permissions: "tabs"[];
  readonly host_permissions: string[];
}

/**
 * The manifest without background and options page, which WXT adds from the entry points.
 * @param tests permissions that tests need from the beginning, because no program can answer the browser's prompt
 */
export function manifestOf(browser: string, tests: Partial<TestPermissions> = {}): UserManifest {
  const { permissions = [], host_permissions } = tests;
  return {
    name: "__MSG_name__",
    short_name: "__MSG_shortName__",
    description: "__MSG_description__",
    default_locale: "en",
    icons: icons("brass", [16, 32, 48, 128]),
    action: {
      default_title: "__MSG_actionTitle__",
      default_icon: icons("brass", BUTTON_SIZES),
      ...(browser === "firefox"
        ? {
            theme_icons: BUTTON_SIZES.map((size) => ({
              light: `icons/light-${size}.png`,
              dark: `icons/dark-${size}.png`,
              size,
            })),
          }
        : {}),
    },
    permissions: ["activeTab", "contextMenus", "scripting", "storage", ...permissions],
    optional_permissions: ["tabs"],
    optional_host_permissions: ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"],
    ...(host_permissions === undefined ? {} : { host_permissions }),
    commands: {
      _execute_action: { suggested_key: { default: "Alt+Shift+S" }, description: "__MSG_commandSave__" },
    },
    omnibox: { keyword: "sa" },
    content_security_policy: { extension_pages: POLICY },
    ...(browser === "firefox" ? FIREFOX : { minimum_chrome_version: "123" }),
  };
}

/**
 * 142 is the first version that shows at installation, on every device, what an extension sends; it has `light-dark()`
 * (CSS Color 5).
 */
const FIREFOX: UserManifest = {
  browser_specific_settings: {
    gecko: {
      id: "extension@satchel.example",
      strict_min_version: "142.0",
      data_collection_permissions: {
        required: ["browsingActivity", "searchTerms", "websiteContent", "authenticationInfo"],
      },
    },
  },
};
