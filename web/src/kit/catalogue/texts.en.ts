/** The error catalogue by its English texts; empty, because English needs no translation. */
const texts: Readonly<Record<string, string>> = {};

export default texts;
