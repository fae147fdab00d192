import type { CallName } from '#protocol/calls.ts'

/** How often a call may be made in a minute, and by whom this is counted. */
export interface CallLimit {
  readonly max: number
  /**
   * `account`: over all logins of a user, whatever they send as authorization; not the address, because a whole company
   * may be behind one. `ticket`: for a tool that has no login.
   */
  readonly per: 'address' | 'account' | 'ticket'
}

/** How often an address may make an account's calls without a valid login, which are refused. */
export const withoutLoginMax = 6000

/** Anybody may ask for a picture, and drawing it is expensive. High enough for a company behind one address. */
const pictureLimit: CallLimit = { max: 300, per: 'address' }

/** Challenges are stored until they expire, and checking a certificate is expensive. */
const certificateLimit: CallLimit = { max: 300, per: 'address' }

/** Calls before login use the database. High enough for a company behind one address. */
const loginLimit: CallLimit = { max: 6000, per: 'address' }

/** Expensive calls: opening and fetching files, reports, a viewer's snapshot, the states of many sections. */
const expensiveLimit: CallLimit = { max: 60, per: 'account' }

/** A tool fetches its file once or twice. */
const ticketLimit: CallLimit = { max: 10, per: 'ticket' }

/** Commands: as many as a socket admits on average. */
const commandLimit: CallLimit = { max: 360, per: 'account' }

/** Reading page by page: the longest log is read in a minute, and the section list turned over at will. */
const readingLimit: CallLimit = { max: 600, per: 'account' }

/** The calls with a rate limit. */
export const callLimits: Partial<Record<CallName, CallLimit>> = {
  getCaptcha: pictureLimit,
  checkCaptcha: loginLimit,
  getOauth1: loginLimit,
  getOauth2ByJyxtToken: loginLimit,
  GetOauth4: loginLimit,
  getLoginQrStatus: loginLimit,
  scanQr: loginLimit,
  refresh: loginLimit,
  CAGetCaToken: certificateLimit,
  licenseLogin: certificateLimit,
  getLoginQr: pictureLimit,
  answerQr: certificateLimit,
  jyptDecryptFile: expensiveLimit,
  jyptDecryptFile_BS: expensiveLimit,
  getBidFile: expensiveLimit,
  getToolFile: ticketLimit,
  GetReportPDF: expensiveLimit,
  GetReportExcel: expensiveLimit,
  getSessionSnapshot: expensiveLimit,
  getSessionLog: readingLimit,
  getProjectAuthorization: commandLimit,
  exportSessionLog: expensiveLimit,
  getTrail: readingLimit,
  getJYPTGongChengLieBiao: readingLimit,
  getBidProjKBEnd: readingLimit,
  GetGongChengLieBiao_LocalImport: expensiveLimit,
  exportTrail: expensiveLimit,
  submitBidFile: expensiveLimit,
  submitBackupFile: expensiveLimit,
  UploadZhaoBiaoWenJian: expensiveLimit,
  CreateCNS: expensiveLimit,
  submitCommand: commandLimit,
  createYiYi: commandLimit,
  uploadYiYiFuJian: expensiveLimit,
  CreateObjectionAndReplyReport: expensiveLimit,
  CreateReport_BaseTotalPrice: expensiveLimit,
  CreateLiuBiaoReport: expensiveLimit,
  CreateTouBiaoRenLianXiReport: expensiveLimit,
}
