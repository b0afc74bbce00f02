import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { documents } from "./vite/documents.ts";
import { packed } from "./vite/packed.ts";
import { parts } from "./vite/parts.ts";
import { serviceWorker } from "./vite/serviceWorker.ts";

// The contracts come from their source, so that the page needs no other package built first.
const resolve = { conditions: ["@satchel/source", ...defaultClientConditions] };

export default defineConfig({
  plugins: [react(), parts(), documents({ resolve }), serviceWorker(), packed()],
  resolve,
  build: {
    // `default-src 'self'` forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    // One style sheet: there is none that could be missing when a part comes.
    cssCodeSplit: false,
    // The first that know `light-dark()`. Lowered for older ones, every colour would follow the root's scheme alone: neither
    // a chosen theme nor the reading view's paper would change it.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // Parts are fetched by `src/app/loadPart.ts`. Whatever knows `light-dark()` knows `modulepreload`.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === "html" ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries change seldom, and stay in the browser's cache when the page changes.
            { name: "libraries", test: /\/node_modules\/.*\.[cm]?js$/, tags: ["$initial"], priority: 3 },
            // What all pages and the archive say comes in one file for each language.
            ...["en", "de"].map((language) => ({
              name: `archive.${language}`,
              test: new RegExp(`/(?:add|folders|kit|links|shortcuts)/texts\\.${language}\\.ts$`),
              priority: 3,
            })),
            ...["en", "de"].map((language) => ({
              name: `later.${language}`,
              test: new RegExp(`/(?:share|folder-tree|memories|offline)/texts\\.${language}\\.ts$`),
              priority: 3,
            })),
            // What all pages share, and icons, of which each would be a file. What one or two parts need comes with these.
            // The client of the API is the archive's.
            {
              name: "kit",
              minShareCount: 3,
              test: /\/web\/src\/(?:kit|session)\/(?!.*texts\.|api\.ts|(?:user|readers)\.api\.ts|dnd\/|.*Picture|pictures|(?:Confirm)?Dialog|Menu|MoreButton|tabStop|SaveAddress|PasswordInput|Choice|OnOff|sizeText|holdingPage|uploads|useKeptForm|drafts|DownloadLink|undo|marks|Field|saveFile|paging|takeFrom)|\/lucide-react\/(?!.*\/share-2)|\/client\/src\/|\/contracts\/src\/(?!letter-icons|search|shortcuts|notes|visible|later-texts|http\/(?:later|settings)-routes)/,
              priority: 2,
            },
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: "archive", test: /\/app\/archive\/LinksPage\.tsx$/, priority: 1 },
            // What fills elements into sentences: pages of the archive need it later.
            { name: "sentences", test: /\/(?:react-i18next|html-parse-stringify|void-elements)\//, priority: 2 },
            // What the archive loads by itself once its first rows are shown: one file, and one of its texts.
            {
              name: "later",
              test: /\/(?:features\/live\/|features\/memories\/DueLinks|features\/offline\/(?:keepLists|Waiting)|features\/captures\/(?:Unread|captures\.api)|features\/add\/DropZone|features\/folder-tree\/(?:NewFolderForm|FolderExtras|SharedSign|SmartCount)|folders\/shares\.api|http\/(?:later|settings)-routes|links\/(?:refresh|HoverPreview|ItemsInWindow|LinkActions|keepOffline)|session\/marks|icons\/(?:arrow-up|share-2))\.?/,
              priority: 0,
            },
            { name: "landing", test: /\/features\/landing\/LandingPage\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
