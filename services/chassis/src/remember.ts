/** Puts an entry into a map as its newest. Of more than `most` the oldest is removed: a map is in insertion order. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  const [oldest] = map.size < most ? [] : map.keys();
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
