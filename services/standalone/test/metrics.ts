import { parser } from "@prometheus-io/lezer-promql";

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

/**
 * The metrics in an expression of PromQL.
 * @throws Error where it is invalid
 */
export function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`);
      if (type.name === "Identifier" && node.parent?.type.name === "VectorSelector") {
        names.push(expression.slice(from, to));
      }
    },
  });
  return names;
}
