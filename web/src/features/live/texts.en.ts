/** Texts about what lands while the page is open. */
export const live = {
  arrived_one: "{{count}} new link",
  arrived_other: "{{count}} new links",
} as const;
