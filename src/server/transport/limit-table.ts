import type { Call } from '#protocol/call.ts'
import type { CallName } from '#protocol/calls.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'
import { isChange, isRead } from '../trail/attempted.ts'

/*
 * How much may be asked of a node in a minute (rule LIM-1). Every call belongs to one class, and all calls of a class
 * count together. Nodes count for themselves: what is limited is the work of a node, and a hall with more nodes can do
 * more. What must hold for the hall as a whole, tries of passwords, is counted in the database (`login-throttle.ts`).
 */

/** So much at once and as much again in each minute: by each login, and over all logins of an account. */
export interface PersonLimit {
  readonly login: number
  readonly account: number
}

/** The same by address, or by the ticket of a tool that has no login. High enough for a thousand behind one address. */
export interface PlaceLimit {
  readonly per: 'address' | 'ticket'
  readonly max: number
}

/**
 * Whoever is logged in. A page without a socket reads less than sixty times a minute; a login may have several. A person
 * gives a few commands a minute; sockets and calls count together.
 */
export const personLimits = {
  command: { login: 240, account: 360 },
  read: { login: 1200, account: 3600 },
  /** Opening and fetching files, making reports, a viewer's snapshot, the states of many sections. */
  heavy: { login: 180, account: 360 },
  /** Each entry of the log is read, decrypted and hashed again; one at a time for an account (LIM-12). */
  export: { login: 10, account: 10 },
  /** Up to 512 rows, each that runs, and for a bidder each that is ahead, with its section's state. An open list is read again once a second at most. */
  list: { login: 600, account: 1200 },
  upload: { login: 60, account: 90 },
} as const satisfies Record<string, PersonLimit>

/**
 * Their sockets. Each subscription reads the section and may send its log again; each admission looks up a login, and that
 * of a bidder to the section list reads their sections. Ten tabs that reconnect every five seconds need 240 of each.
 */
export const socketLimits = {
  admission: { login: 360, account: 720 },
  subscription: { login: 360, account: 720 },
} as const satisfies Record<string, PersonLimit>

/** Whoever is not, and the trading platform. */
export const placeLimits = {
  /** Answered from memory: the server's time, the region, public keys. */
  open: { per: 'address', max: 60_000 },
  /** Logging in and renewing a login use the database. */
  entry: { per: 'address', max: 12_000 },
  /**
   * Drawing a picture takes some milliseconds, as does checking a certificate; challenges are stored until they expire. A
   * thousand may ask at the same moment: how much is drawn at once is limited where it is drawn (LIM-12).
   */
  picture: { per: 'address', max: 1200 },
  certificate: { per: 'address', max: 2400 },
  /** A tool fetches its file once or twice. */
  ticket: { per: 'ticket', max: 10 },
  /** The platform's: a signature is checked before it is known whose it is. */
  platform: { per: 'address', max: 30_000 },
  /** The API description: half a megabyte where it is not compressed. */
  description: { per: 'address', max: 1200 },
  /** Calls that need a login, without a valid one: they are refused. */
  stranger: { per: 'address', max: 12_000 },
} as const satisfies Record<string, PlaceLimit>

/** Bytes of bodies that may be sent at once and in each minute. */
export const sentBytes = {
  body: { login: 20_000_000, account: 30_000_000 },
  /** Six of the largest files: all kinds of a bid, some of them twice. */
  file: { login: 6 * largestFileMegabytes * 1024 * 1024, account: 8 * largestFileMegabytes * 1024 * 1024 },
} as const satisfies Record<string, PersonLimit>

export type PersonClass = keyof typeof personLimits
export type SocketClass = keyof typeof socketLimits
export type PlaceClass = Exclude<keyof typeof placeLimits, 'stranger' | 'description'>

/** Calls whose class does not follow from their row. */
const classes: Partial<Record<CallName, PersonClass | PlaceClass>> = {
  getOauth1: 'entry',
  getOauth2ByJyxtToken: 'entry',
  GetOauth4: 'entry',
  testLogin: 'entry',
  refresh: 'entry',
  checkCaptcha: 'entry',
  getLoginQrStatus: 'entry',
  scanQr: 'entry',
  getCaptcha: 'picture',
  getLoginQr: 'picture',
  CAGetCaToken: 'certificate',
  licenseLogin: 'certificate',
  answerQr: 'certificate',
  getToolFile: 'ticket',
  jyptDecryptFile: 'heavy',
  jyptDecryptFile_BS: 'heavy',
  CreateCNS: 'heavy',
  exportSessionLog: 'export',
  createReport: 'heavy',
  createReportByGet: 'heavy',
  makeReport: 'heavy',
  getSessionSnapshot: 'heavy',
  getWatchedSections: 'heavy',
  getJYPTGongChengLieBiao: 'list',
  getBidProjKBEnd: 'list',
  GetGongChengLieBiao_LocalImport: 'heavy',
}

/** The class of a call: as named above, else by what it does. */
export function classOf(name: string, call: Call): PersonClass | PlaceClass {
  const named = classes[name as CallName]
  if (named) return named
  if (call.auth === 'none') return 'open'
  if (call.auth === 'platform') return 'platform'
  if (call.form) return 'upload'
  // Reports that are made by a read are marked as unsafe.
  if (call.produces !== undefined || (call.unsafe && isRead(call.action))) return 'heavy'
  return isChange(call) ? 'command' : 'read'
}

export function isPlaceClass(kind: PersonClass | PlaceClass): kind is PlaceClass {
  return kind in placeLimits
}
