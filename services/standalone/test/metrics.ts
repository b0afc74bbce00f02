/** The families of a text in Prometheus' format, each with its lines of samples. */
export function familiesOf(text: string): Map<string, string[]> {
  const families = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split("\n")) {
    const name = /^# TYPE (\S+) /.exec(line)?.[1];
    if (name !== undefined) {
      current = [];
      families.set(name, current);
    } else if (line !== "" && !line.startsWith("#")) current.push(line);
  }
  return families;
}
