import {
  bigint,
  customType,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/*
 * The tables for queries by drizzle. `migrations/` makes them, with their indexes and triggers;
 * `database.pg.test.ts` holds the two together.
 */

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

/** One row per section; the columns from `sectionCode` to `endedAt` are a projection of its log, for the hall. */
export const session = pgTable('session', {
  id: uuid().primaryKey(),
  epoch: text().notNull(),
  head: integer().notNull().default(0),
  headHash: text('head_hash').notNull(),
  /** AES-256-GCM key of the private fields at rest. */
  privateKey: bytea('private_key').notNull(),
  sealIdentity: text('seal_identity').notNull(),
  sealRecipient: text('seal_recipient').notNull(),
  /** Null until the tender is published, like the rest of the tender's columns. */
  sectionCode: text('section_code'),
  sectionName: text('section_name'),
  projectKind: integer('project_kind'),
  qualification: integer(),
  industry: integer(),
  specialty: integer(),
  agencyCode: text('agency_code'),
  opensAt: instant('opens_at'),
  status: text().notNull(),
  flow: integer().notNull(),
  /** Bidders who submitted a bid. */
  bidderCount: integer('bidder_count').notNull().default(0),
  endedAt: instant('ended_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Who is enrolled where (a projection of the log). */
export const sessionBidder = pgTable(
  'session_bidder',
  { sessionId: uuid('session_id').notNull(), bidderCode: text('bidder_code').notNull() },
  (table) => [primaryKey({ columns: [table.sessionId, table.bidderCode] })],
)

/** The log; only `src/server/log` reads and writes it. */
export const entry = pgTable(
  'entry',
  {
    sessionId: uuid('session_id').notNull(),
    seq: integer().notNull(),
    type: text().notNull(),
    version: integer().notNull(),
    at: text().notNull(),
    actor: text().notNull(),
    role: text().notNull(),
    commandId: text('command_id').notNull(),
    payload: json().notNull(),
    commitments: json().notNull(),
    secret: bytea(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
)

/** The first result of every command; only `src/server/log` reads and writes it. */
export const command = pgTable(
  'command',
  {
    sessionId: uuid('session_id').notNull(),
    actor: text().notNull(),
    commandId: text('command_id').notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.actor, table.commandId] })],
)

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  userCode: text('user_code').notNull().unique(),
  name: text().notNull(),
  role: text().notNull(),
  unitCode: text('unit_code'),
  passwordHash: text('password_hash').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const login = pgTable('login', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
})

/** The server's own secrets. */
export const setting = pgTable('setting', { key: text().primaryKey(), value: text().notNull() })

/** What was uploaded to a section; the bytes lie in the file store under their SHA-256. */
export const storedFile = pgTable('stored_file', {
  id: uuid().primaryKey(),
  sessionId: uuid('session_id').notNull(),
  kind: text({ enum: ['bid', 'tender', 'clarification', 'answer', 'other'] }).notNull(),
  bidderCode: text('bidder_code'),
  name: text().notNull(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  uploadedAt: instant('uploaded_at').notNull().defaultNow(),
})
