/** The parts of libmime that are used here; it has no types of its own. */
declare module "libmime" {
  const libmime: {
    decodeWords(text: string): string;
    parseHeaderValue(value: string): { value: string; params: Record<string, string> };
  };
  export default libmime;
}
