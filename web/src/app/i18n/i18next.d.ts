import "i18next";

/** The texts of each feature in English: i18next knows its namespaces and their keys from here. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      account: typeof import("../../features/account/texts.en.ts").default;
      add: typeof import("../../features/add/texts.en.ts").default;
      captures: typeof import("../../features/captures/texts.en.ts").default;
      catalogue: typeof import("../catalogue/texts.en.ts").default;
      "confirm-address": typeof import("../../features/confirm-address/texts.en.ts").default;
      connect: typeof import("../../features/connect/texts.en.ts").default;
      connection: typeof import("../../features/connection/texts.en.ts").default;
      detail: typeof import("../../features/detail/texts.en.ts").default;
      dnd: typeof import("../../dnd/texts.en.ts").default;
      folders: typeof import("../../features/folders/texts.en.ts").default;
      imports: typeof import("../../features/imports/texts.en.ts").default;
      landing: typeof import("../../features/landing/texts.en.ts").default;
      links: typeof import("../../features/links/texts.en.ts").default;
      live: typeof import("../../features/live/texts.en.ts").default;
      offline: typeof import("../../features/offline/texts.en.ts").default;
      palette: typeof import("../../features/palette/texts.en.ts").default;
      "reset-password": typeof import("../../features/reset-password/texts.en.ts").default;
      search: typeof import("../../features/search/texts.en.ts").default;
      selection: typeof import("../../features/selection/texts.en.ts").default;
      share: typeof import("../../features/share/texts.en.ts").default;
      shell: typeof import("../../features/shell/texts.en.ts").default;
      shortcuts: typeof import("../../features/shortcuts/texts.en.ts").default;
      sorting: typeof import("../../features/sorting/texts.en.ts").default;
      tags: typeof import("../../features/tags/texts.en.ts").default;
      undo: typeof import("../../features/undo/texts.en.ts").default;
    };
  }
}
