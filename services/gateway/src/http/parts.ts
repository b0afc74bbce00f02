import type {
  BlobStore,
  Checks,
  CommandClient,
  CopyTexts,
  ImportFiles,
  Journal,
  Logger,
  Pictures,
  ProjectionProgress,
} from "@satchel/chassis";
import type { Perform, Save } from "../commands/perform.ts";
import type { GatewayConfig, Site } from "../config.ts";
import type { CopyAddresses } from "../copies/addresses.ts";
import type { CopyFiles } from "../copies/files.ts";
import type { PageUploads } from "../copies/uploads.ts";
import type { Books } from "../epub/books.ts";
import type { MailBook } from "../epub/mail-books.ts";
import type { LiveStreams } from "../live/streams.ts";
import type { Tables } from "../queries/tables.ts";
import type { VerifyAccessToken } from "../sessions/access-token.ts";
import type { CallerOf } from "../sessions/caller.ts";
import type { FlowCookie, SessionCookies } from "../sessions/cookies.ts";
import type { EndedSet } from "../sessions/ended.ts";
import type { ReadTrustedHeader } from "../sessions/trusted-header.ts";

/** What the server is built over. */
export interface GatewayDeps {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly commands: CommandClient;
  readonly progress: ProjectionProgress;
  readonly tables: Tables;
  readonly pictures: Pictures;
  readonly copyFiles: CopyFiles;
  /** Pages that were uploaded, until a copy of them is made. */
  readonly documents: BlobStore;
  readonly books: Books;
  readonly mailBook: MailBook;
  readonly importFiles: ImportFiles;
  /** The texts of copies. */
  readonly copyTexts: Pick<CopyTexts, "get">;
  readonly live: LiveStreams;
  readonly ended: EndedSet;
  /** All events of a user, the oldest first. */
  readonly readUser: Journal["readUser"];
  /** `ok` or the fault of each part of the system. */
  readonly readiness: () => Promise<Checks>;
  /** Whether this is the only gateway of the system. */
  readonly isAlone: boolean;
}

/** What the calls are answered with; each file of routes takes what it needs. */
export interface Parts extends GatewayDeps {
  readonly site: Site;
  readonly perform: Perform;
  readonly save: Save;
  readonly verify: VerifyAccessToken;
  readonly cookies: SessionCookies;
  readonly flows: FlowCookie;
  readonly readHeader: ReadTrustedHeader;
  readonly callerOf: CallerOf;
  readonly uploads: PageUploads;
  readonly addresses: CopyAddresses;
}
