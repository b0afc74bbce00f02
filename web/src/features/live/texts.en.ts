/** Texts about what lands while the page is open. */
const texts = {
  arrived_one: "{{count}} new link",
  arrived_other: "{{count}} new links",
} as const;

export default texts;
