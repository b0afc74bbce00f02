/**
 * A browser's file of bookmarks: 40 folders within 10, tags on a third, an icon of 1 KB on half.
 */
export function bookmarksFile(count: number): string {
  const icon = `ICON="data:image/png;base64,${"iVBORw0KGgo".repeat(90)}"`;
  const bookmark = (n: number): string =>
    `<DT><A HREF="https://site-${n % 997}.example/articles/${n}?id=${n}" ADD_DATE="${1_500_000_000 + n}" ${n % 2 === 0 ? icon : ""} TAGS="${n % 3 === 0 ? "reading,web" : ""}">Article number ${n}, with a title as long as titles are</A>\n`;
  const folders: string[] = [];
  for (let folder = 0; folder < 40; folder++) {
    const own: string[] = [];
    for (let n = folder; n < count; n += 40) own.push(bookmark(n));
    folders.push(
      `<DT><H3>Folder ${folder % 10}</H3><DL><p><DT><H3>Part ${folder}</H3><DL><p>${own.join("")}</DL><p></DL><p>`,
    );
  }
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>${folders.join("\n")}</DL><p>`;
}
