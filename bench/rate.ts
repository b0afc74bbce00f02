/** Does something with each of these, so many at a time. @returns how many were done in a second */
export async function rateOf<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) await act(items[n] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.length / ((performance.now() - began) / 1000);
}
