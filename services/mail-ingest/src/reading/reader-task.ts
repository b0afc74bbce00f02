/** What a process of the reader gets: a raw mail and whether its account keeps attachments, or a file that its owner sends. */
export type ReaderTask =
  | { readonly raw: Uint8Array; readonly keepsAttachments: boolean }
  | { readonly file: Uint8Array; readonly name: string; readonly mailUrl: string };
