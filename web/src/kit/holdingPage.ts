const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
let underWay = 0;

/** Asks for confirmation before the page is closed during an upload. */
export async function holdingPage<Result>(work: Promise<Result>): Promise<Result> {
  if (underWay++ === 0) window.addEventListener("beforeunload", warn);
  try {
    return await work;
  } finally {
    if (--underWay === 0) window.removeEventListener("beforeunload", warn);
  }
}
