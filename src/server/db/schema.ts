import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { attachmentKinds } from '#domain/objections/attachment.ts'
import { roles } from '#domain/session/actor.ts'
import { trailKinds } from '#domain/trail/trail-line.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import type { SigningOrder } from '../auth/signing-order.ts'

/*
 * The tables as drizzle queries them. `migrations/` creates them with their indexes and triggers;
 * `database.pg.test.ts` checks that both agree.
 */

const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

/** One row per section; the columns from `sectionCode` to `lotStatus` are a projection of its log, for the hall. */
export const session = pgTable('session', {
  id: uuid().primaryKey(),
  epoch: text().notNull(),
  head: integer().notNull().default(0),
  headHash: text('head_hash').notNull(),
  /** In clear until 0024, empty since: see `sectionKey`, by which the hall goes for the recipients, too. */
  privateKey: bytea('private_key'),
  sealIdentity: text('seal_identity'),
  sealRecipient: text('seal_recipient').notNull(),
  secondSealIdentity: text('second_seal_identity'),
  /** Of the second envelope; null if there is none, or if the section is older than second keys. */
  secondSealRecipient: text('second_seal_recipient'),
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
  qualificationMethod: integer('qualification_method'),
  fixedPrice: boolean('fixed_price'),
  region: text(),
  /** BDZHUANGTAI: 0 none, 2 failed, 3 stopped, 4 paused (LST-5). */
  lotStatus: integer('lot_status').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** What of a section is secret (`SectionSecrets`), wrapped by a key outside the database (KEY-1). */
export const sectionKey = pgTable('section_key', {
  sessionId: uuid('session_id').primaryKey(),
  wrapped: text().notNull(),
})

/** Who is enrolled where (a projection of the log). */
export const sessionBidder = pgTable(
  'session_bidder',
  { sessionId: uuid('session_id').notNull(), bidderCode: text('bidder_code').notNull() },
  (table) => [primaryKey({ columns: [table.sessionId, table.bidderCode] })],
)

/** The log; only `src/server/log` writes it. `src/server/history` also reads it, for damaged logs, and `staff-counts.ts`. */
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
    locked: bytea(),
    previous: text().notNull(),
    hash: text().notNull(),
    /** Proves that the hall wrote the entry (KEY-7); null in entries of before there were marks. */
    mark: bytea(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
)

/** Up to where a log is from before there were marks. */
export const unmarkedLog = pgTable('unmarked_log', {
  sessionId: uuid('session_id').primaryKey(),
  head: integer().notNull(),
  hash: text().notNull(),
  mark: bytea().notNull(),
})

/** The first result of every command; only `src/server/log` reads and writes it. */
export const command = pgTable(
  'command',
  {
    sessionId: uuid('session_id').notNull(),
    actor: text().notNull(),
    commandId: text('command_id').notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    /** Of what the id stands for, keyed; null where it is not kept. */
    digest: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.actor, table.commandId] })],
)

/** In which sections and under which ids a bid's bytes were submitted; `stored-bids.ts` writes it before the log's entry. */
export const bidFile = pgTable(
  'bid_file',
  {
    sessionId: uuid('session_id').notNull(),
    /** Empty for the bytes of a bid without an entry, from before ids were kept. */
    fileId: text('file_id').notNull(),
    ciphertextHash: text('ciphertext_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.fileId, table.ciphertextHash] })],
)

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  userCode: text('user_code').notNull().unique(),
  name: text().notNull(),
  role: text().notNull(),
  unitCode: text('unit_code'),
  /** Null for accounts that log in through the trading platform. */
  passwordHash: text('password_hash'),
  createdAt: instant('created_at').notNull().defaultNow(),
  disabledAt: instant('disabled_at'),
  /** The GCLX chosen last. */
  projectType: integer('project_type'),
  /** Proves that the hall wrote the row (KEY-5), as in the tables below. */
  mark: text(),
})

export const login = pgTable('login', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  /** A `LoginWay`. */
  via: text().notNull().default('account'),
  address: text(),
  /** SHA-256 of the current refresh token and of the one before it, and the key that requested the current one. */
  refreshHash: text('refresh_hash'),
  previousHash: text('previous_hash'),
  refreshKey: uuid('refresh_key'),
  /** PEM of the certificate that the user logged in with; null for other logins. */
  certificate: text(),
  /** Null once it has ended. */
  mark: text(),
})

/** Values that can be used once; only `auth/single-use.ts` reads and writes them. */
export const singleUse = pgTable('single_use', {
  key: text().primaryKey(),
  value: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
  mark: text(),
})

/** Levels of the buckets that throttle attempts; only `auth/throttle.ts` reads and writes them. */
export const throttle = pgTable('throttle', {
  key: text().primaryKey(),
  level: doublePrecision().notNull(),
  at: instant('at').notNull(),
})

/** QR codes that a phone answers, to log in or to sign; only `auth/qr.ts` reads and writes them. */
export const qrCode = pgTable('qr_code', {
  id: text().primaryKey(),
  purpose: text({ enum: ['login', 'sign'] }).notNull(),
  /** Of the account that may confirm it. */
  role: text().$type<PersonRole>().notNull(),
  secretHash: text('secret_hash').notNull(),
  address: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
  scannedAt: instant('scanned_at'),
  answeredAt: instant('answered_at'),
  accountId: uuid('account_id'),
  refused: text({ enum: ['qr-declined', 'qr-user-missing'] }),
  /** PEM of the certificate that confirmed it. */
  certificate: text(),
  usedAt: instant('used_at'),
  /** Of a code to sign: who asked for it and what is signed, as JSON (`SigningOrder`). */
  signing: jsonb().$type<SigningOrder>(),
  /** The phone's signatures of it: a JWS, and a CMS over the PDF where its key can. */
  jws: text(),
  cms: text(),
  mark: text(),
})

/** The server's own secrets, wrapped; only `src/server/secrets` reads and writes them. `value` names the wrapping key. */
export const setting = pgTable('setting', { key: text().primaryKey(), value: text(), wrapped: text() })

/** Files uploaded to a section; the file store keeps the bytes under their SHA-256. */
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
  /** The clarification that the file is attached to. */
  clarificationId: uuid('clarification_id'),
})

/** A file uploaded for an objection; only `src/server/objections` reads and writes it. */
export const objectionFile = pgTable('objection_file', {
  id: uuid().primaryKey(),
  sessionId: uuid('session_id').notNull(),
  bidderCode: text('bidder_code').notNull(),
  name: text().notNull(),
  kind: text({ enum: attachmentKinds }).notNull(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** When it was last used for an objection; the log may contain it since. */
  claimedAt: instant('claimed_at'),
  /** The log contains it. */
  submitted: boolean().notNull().default(false),
})

/** When each node last wrote its beat; only `src/server/health` uses this table and the next two. */
export const nodeBeat = pgTable('node_beat', {
  node: uuid().primaryKey(),
  at: instant('at').notNull(),
  mark: text(),
})

/** Times in which no node of the hall was at work. */
export const hallOutage = pgTable('hall_outage', {
  fromAt: instant('from_at').primaryKey(),
  toAt: instant('to_at').notNull(),
  mark: text(),
})

/** Times in which a bidder was connected to a section on a node. */
export const bidderLine = pgTable('bidder_line', {
  id: uuid().primaryKey(),
  sessionId: uuid('session_id').notNull(),
  bidderCode: text('bidder_code').notNull(),
  node: uuid().notNull(),
  fromAt: instant('from_at').notNull(),
  /** Null: still connected, or ended with its node. */
  untilAt: instant('until_at'),
  mark: text(),
})

/** A clarification of a tender; its attachments are stored files. */
export const clarification = pgTable('clarification', {
  id: uuid().primaryKey(),
  sessionId: uuid('session_id').notNull(),
  title: text().notNull(),
  content: text().notNull().default(''),
  publishedAt: instant('published_at').notNull(),
})

/** Used tokens of the trading platform. */
export const usedToken = pgTable('used_token', {
  jti: text().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** A bidder's deposit, as the platform last reported it (PLF-2). */
export const deposit = pgTable(
  'deposit',
  {
    sessionId: uuid('session_id').notNull(),
    bidderCode: text('bidder_code').notNull(),
    /** Bzj: yuan, a decimal string. */
    amount: numeric({ precision: 18, scale: 2 }).notNull(),
    /** BzjMode. */
    mode: text().notNull().default(''),
    /** BzjStatus. */
    status: text().notNull(),
    /** BzjBind. */
    bound: boolean().notNull().default(false),
    /** bzjApplyResult. */
    applyResult: text('apply_result').notNull().default(''),
    /** ZhiFu_ZhangHu: the payer's account. */
    account: text().notNull().default(''),
    /** tbbzjUserName and tbbzjUserCode: the account's owner. */
    accountName: text('account_name').notNull().default(''),
    accountCode: text('account_code').notNull().default(''),
    /** HuiZhi_BianHao. */
    receiptNumber: text('receipt_number').notNull().default(''),
    /** DaoZhang_ShiJian. */
    paidAt: instant('paid_at'),
    /** EditRemark. */
    remark: text().notNull().default(''),
    updatedAt: instant('updated_at').notNull(),
    mark: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.bidderCode] })],
)

/** Whom the platform named last as a bidder's contact (PLF-5). */
export const bidderContact = pgTable(
  'bidder_contact',
  {
    sessionId: uuid('session_id').notNull(),
    bidderCode: text('bidder_code').notNull(),
    /** touBiao_DaiBiao. */
    name: text().notNull(),
    /** touBiao_DaiBiao_DianHua. */
    phone: text().notNull(),
    updatedAt: instant('updated_at').notNull(),
    mark: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.bidderCode] })],
)

/** Results to be sent to the platform, one per log entry that is a result; only `src/server/platform` writes it. */
export const outbox = pgTable(
  'outbox',
  {
    sessionId: uuid('session_id').notNull(),
    seq: integer().notNull(),
    /** Identifies the result to the platform; a repeated sending has the same id. */
    id: uuid().notNull().unique().defaultRandom(),
    attempts: integer().notNull().default(0),
    nextAt: instant('next_at').notNull(),
    sentAt: instant('sent_at'),
    /** Why the last sending failed. */
    problem: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.seq] })],
)

/** The security trail's identity; nodes lock its row to append. Only `src/server/trail` uses this table and the next. */
export const trail = pgTable('trail', { id: uuid().primaryKey(), isOnly: boolean('is_only').notNull() })

/** A line of the security trail (TRL-1). */
export const trailLine = pgTable('trail_line', {
  seq: integer().primaryKey(),
  version: integer().$type<1>().notNull(),
  at: text().notNull(),
  kind: text({ enum: trailKinds }).notNull(),
  login: uuid('login_id'),
  account: text().notNull(),
  role: text({ enum: roles }),
  unit: text(),
  address: text().notNull(),
  agent: text().notNull(),
  section: uuid('session_id'),
  what: text().notNull(),
  code: text(),
  detail: text().notNull(),
  count: integer().notNull(),
  previous: text().notNull(),
  hash: text().notNull(),
})
