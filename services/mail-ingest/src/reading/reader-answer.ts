/** The result of a process that reads: the content of a mail, or name and message of the error. */
export type ReaderAnswer<Content> =
  | { readonly content: Content }
  | { readonly fault: { readonly name: string; readonly message: string } };

/** Reads a raw mail in such a process. */
export const answerWith =
  <Content>(read: (raw: Buffer) => Content) =>
  (raw: Uint8Array): ReaderAnswer<Content> => {
    try {
      return { content: read(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)) };
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return { fault: { name, message } };
    }
  };
