/** The error catalogue, by its English texts: in English each is what it is. */
const texts: Readonly<Record<string, string>> = {};

export default texts;
