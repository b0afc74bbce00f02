import { FEED_CALLS_PER_MINUTE, type OpenedFeed, type UserId } from "@satchel/contracts";
import { type Sender, secretVerifier, type VerifySecret } from "../sessions/secret-verifier.ts";

/** The forms of a feed; each is the ending of an address. */
export const FEED_FORMATS = ["atom", "json"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** Ids and a secret of 256 random bits in base64url: the middle of an address. */
const SECRET = /^[\w-]{86}$/;

/** The path under which a feed is read. */
export const feedPath = (secret: string, format: FeedFormat): string => `/feeds/${secret}.${format}`;

/** The parts of the last part of such a path; undefined for any other. */
export function readFeedName(name: string): { readonly secret: string; readonly format: FeedFormat } | undefined {
  const [secret = "", ending, ...more] = name.split(".");
  const format = FEED_FORMATS.find((one) => one === ending);
  return format === undefined || more.length > 0 || !SECRET.test(secret) ? undefined : { secret, format };
}

/** Resolves to the feed that a secret opens. */
type VerifyFeed = VerifySecret<OpenedFeed>;

interface VerifierOptions {
  /** Asks identity, which notes the use. */
  readonly ask: (secret: string, sender: Sender) => Promise<OpenedFeed | null>;
  readonly recheckedAt: (userId?: UserId) => number | undefined;
}

/** Makes the verifier of the secrets of feeds. */
export const feedVerifier = ({ ask, recheckedAt }: VerifierOptions): VerifyFeed =>
  secretVerifier<OpenedFeed>({
    form: SECRET,
    callsPerMinute: FEED_CALLS_PER_MINUTE,
    ask: async (secret, sender) => (await ask(secret, sender)) ?? undefined,
    idOf: ({ feed }) => feed.id,
    userOf: ({ userId }) => userId,
    recheckedAt,
  });
