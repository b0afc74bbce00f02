/**
 * The years from that of one time to that of another, both included.
 * @param from RFC 3339, as `saved_at`
 */
export function yearsBeyond(from: string, to: string): readonly number[] {
  const first = new Date(from).getFullYear();
  const by = new Date(to).getFullYear() - first;
  return Array.from({ length: Math.abs(by) + 1 }, (_, n) => first + Math.sign(by) * n);
}
