import type { RowOf, TableDefinition } from "@satchel/chassis";
import type { DigestTimes, Locale, UserId } from "@satchel/contracts";

const accounts = {
  name: "accounts",
  columns: {
    user_id: "uuid",
    primary_address: "text",
    has_password: "boolean",
    created_at: "timestamptz",
    suspended_at: "timestamptz?",
    revision: "bigint",
  },
  key: ["user_id"],
  // For the operator's list.
  extra: ["create index on {schema}.accounts (created_at, user_id)"],
} satisfies TableDefinition;

/** Addresses of users, or of their e-readers. */
const addresses = (name: string) =>
  ({
    name,
    // `position` orders a user's addresses: 0 for the primary one, for the others the sequence that added them.
    columns: { user_id: "uuid", address: "text", position: "bigint", is_confirmed: "boolean" },
    key: ["user_id", "address"],
  }) satisfies TableDefinition;

/** When an account gets its digest. */
const digests = {
  name: "digests",
  columns: {
    user_id: "uuid",
    every: "text",
    weekday: "int",
    hour: "int",
    zone: "text",
    language: "text",
    next_at: "timestamptz?",
    bounces: "int",
  },
  key: ["user_id"],
  extra: ["create index on {schema}.digests (next_at) where next_at is not null"],
} satisfies TableDefinition;

const signIns = {
  name: "sign_ins",
  columns: { user_id: "uuid", key: "text", issuer: "text", connected_at: "timestamptz" },
  key: ["user_id", "key"],
} satisfies TableDefinition;

const answers = {
  name: "answers",
  columns: { user_id: "uuid", is_on: "boolean", language: "text" },
  key: ["user_id"],
} satisfies TableDefinition;

export const tables: readonly TableDefinition[] = [
  accounts,
  addresses("addresses"),
  addresses("readers"),
  digests,
  signIns,
  answers,
];

interface OfUser {
  user_id: UserId;
}

/** The read tables as queries see them. */
export interface IdentityTables {
  "identity.accounts": RowOf<typeof accounts, OfUser>;
  "identity.addresses": RowOf<ReturnType<typeof addresses>, OfUser>;
  "identity.readers": RowOf<ReturnType<typeof addresses>, OfUser>;
  "identity.digests": RowOf<typeof digests, OfUser & DigestTimes>;
  "identity.sign_ins": RowOf<typeof signIns, OfUser>;
  "identity.answers": RowOf<typeof answers, OfUser & { language: Locale }>;
}
