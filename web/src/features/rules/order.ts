/** A list with one of its items at another place, from 0; as it is where none is named. */
export function moved<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  position: number | undefined,
): Item[] {
  const item = items.find((each) => each.id === id);
  if (item === undefined || position === undefined) return [...items];
  const others = items.filter((each) => each.id !== id);
  return [...others.slice(0, position), item, ...others.slice(position)];
}

/**
 * The place of a dragged item that is dropped on another one, counted without itself; undefined where it stays.
 * @param isAfter whether it is dropped on the lower half
 */
export function placeAt(ids: readonly string[], dragged: string, target: string, isAfter: boolean): number | undefined {
  const from = ids.indexOf(dragged);
  if (from === -1 || dragged === target) return undefined;
  const at = ids.filter((id) => id !== dragged).indexOf(target);
  const place = isAfter ? at + 1 : at;
  return at === -1 || place === from ? undefined : place;
}
