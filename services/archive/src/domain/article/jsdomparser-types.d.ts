declare module "@mozilla/readability/JSDOMParser.js" {
  import type { Readability } from "@mozilla/readability";

  /** Readability's own parser: a document of what it needs of the DOM, from XML. */
  export default class JSDOMParser {
    parse(xml: string): ConstructorParameters<typeof Readability>[0];
  }
}
