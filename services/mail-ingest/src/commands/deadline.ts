/**
 * The result of some work or, when it takes longer than so many milliseconds, what `late` returns or throws. The work is not
 * stopped then.
 */
export async function within<T, Late = never>(
  milliseconds: number,
  work: Promise<T>,
  late: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, deadline.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
