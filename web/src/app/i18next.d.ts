import "i18next";
import type account from "../features/account/texts.en.ts";
import type add from "../features/add/texts.en.ts";
import type captures from "../features/captures/texts.en.ts";
import type catalogue from "../kit/catalogue/texts.en.ts";
import type confirmAddress from "../features/confirm-address/texts.en.ts";
import type connect from "../features/connect/texts.en.ts";
import type connection from "../features/connection/texts.en.ts";
import type deleted from "../features/deleted/texts.en.ts";
import type detail from "../features/detail/texts.en.ts";
import type dnd from "../features/dnd/texts.en.ts";
import type folders from "../folders/texts.en.ts";
import type imports from "../features/imports/texts.en.ts";
import type kit from "../kit/texts.en.ts";
import type landing from "../features/landing/texts.en.ts";
import type links from "../links/texts.en.ts";
import type live from "../features/live/texts.en.ts";
import type offline from "../features/offline/texts.en.ts";
import type palette from "../features/shortcuts/palette/texts.en.ts";
import type resetPassword from "../features/landing/reset-password/texts.en.ts";
import type search from "../features/search/texts.en.ts";
import type selection from "../links/selection/texts.en.ts";
import type share from "../features/share/texts.en.ts";
import type shortcuts from "../features/shortcuts/texts.en.ts";
import type sorting from "../links/sorting/texts.en.ts";
import type tags from "../features/tags/texts.en.ts";
import type welcome from "../features/add/welcome/texts.en.ts";
import type undo from "../features/undo/texts.en.ts";

/** The texts of each feature in English: i18next knows its namespaces and their keys from here. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "kit";
    resources: {
      account: typeof account;
      add: typeof add;
      captures: typeof captures;
      catalogue: typeof catalogue;
      "confirm-address": typeof confirmAddress;
      connect: typeof connect;
      connection: typeof connection;
      deleted: typeof deleted;
      detail: typeof detail;
      dnd: typeof dnd;
      folders: typeof folders;
      imports: typeof imports;
      kit: typeof kit;
      landing: typeof landing;
      links: typeof links;
      live: typeof live;
      offline: typeof offline;
      palette: typeof palette;
      "reset-password": typeof resetPassword;
      search: typeof search;
      selection: typeof selection;
      share: typeof share;
      shortcuts: typeof shortcuts;
      sorting: typeof sorting;
      tags: typeof tags;
      undo: typeof undo;
      welcome: typeof welcome;
    };
  }
}
