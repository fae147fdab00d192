import { confirmationCount, isRowAsked } from '#domain/ending/asked.ts'
import { type OverviewRow, overviewRows } from '#domain/ending/record.ts'
import { signersOf } from '#domain/ending/signers.ts'
import { recordedInterruptions } from '#domain/halting/recorded.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { openedBidders, participants, standingOf } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { columnsOfEnvelope, type Tender } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { epochOf } from '#lib/time.ts'
import { envelopeName } from '#protocol/document-names.ts'
import { interruptionFact } from '#protocol/messages/interruption-texts.ts'
import type { MaybePreliminary } from './preliminary.ts'
import { type ReportLanguage, type ReportTexts, reportTexts } from './texts.ts'

export interface ReportOptions extends MaybePreliminary {
  readonly language: ReportLanguage
  /** IANA zone in which times are shown. */
  readonly timeZone: string
  /** When the report is made, epoch milliseconds. */
  readonly now: number
  /** The payment status of the bidders' deposits, by bidder; a column of the overview where there is any (DEP-4). */
  readonly deposits?: Readonly<Record<string, string>>
}

/** A column of figures; its values are in each row at the same index. */
export interface ReportColumn {
  readonly title: string
  /** Printed in brackets after the title; may be empty. */
  readonly unit: string
  readonly kind: 'money' | 'integer' | 'text'
}

export interface ReportRow {
  readonly index: number
  readonly bidder: string
  readonly bidderCode: string
  /** Verbatim as the bidder wrote them; empty for a bid that did not open or is not announced. */
  readonly figures: readonly string[]
  readonly sound: boolean
  /** The bid's outcome as text. */
  readonly status: string
  readonly remark: string
  readonly confirmation: string
}

export interface ReportSignature {
  /** The bidder's number in the table; null for the opener. */
  readonly index: number | null
  /** The bidder, or the opener's unit with their part. */
  readonly unit: string
  /** Null for one who has not signed. */
  readonly signed: { readonly signer: string; readonly fingerprint: string; readonly at: string } | null
}

/** The content of the overview report in any format (REP-1). */
export interface OverviewReport {
  readonly texts: ReportTexts
  /** With the envelope, of a tender that is opened twice. */
  readonly title: string
  /** The envelope's name; empty where the tender is opened once. */
  readonly envelope: string
  readonly sectionCode: string
  readonly sectionName: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
  readonly remarks: string
  readonly signatures: readonly ReportSignature[]
  /** The SHA-256 that is signed; null until signing is ordered. */
  readonly recordHash: string | null
  readonly logHead: number
  readonly generated: string
}

/**
 * The overview report of a session's state. It has no figures before the announcement, and no bidders before the bids
 * are frozen.
 */
export function overviewReport(state: SessionState, options: ReportOptions): OverviewReport {
  const texts = reportTexts[options.language]
  const time = (iso: string) => localTime(epochOf(iso), options.timeZone)
  const columns = state.tender ? columnsOfEnvelope(state.tender, state.stage.number) : []
  const envelope = envelopeName(state.tender, state.stage.number, options.language)
  return {
    texts,
    title: envelope === '' ? texts.title : texts.title + texts.brackets(envelope),
    envelope,
    sectionCode: state.tender?.sectionCode ?? '',
    sectionName: state.tender?.sectionName ?? '',
    facts: state.tender ? factsOf(state, state.tender, statusFact(state, texts), { texts, time }) : [],
    columns: [
      ...columns.map(({ title, kind, unit }) => ({
        title: options.language === 'en' ? title.en : title.zh,
        unit: unit && texts.brackets(unitIn(options.language, unit)),
        kind,
      })),
      ...(hasDeposits(options) ? [{ title: texts.columns.deposit, unit: '', kind: 'text' as const }] : []),
    ],
    rows: state.frozen ? rowsOf(state, texts, options) : [],
    remarks: state.remarks,
    signatures: state.signing ? signaturesOf(state, texts, time) : [],
    recordHash: state.signing?.recordHash ?? null,
    logHead: state.seq,
    generated: texts.generated(localTime(options.now, options.timeZone), options.timeZone),
  }
}

/** A line for the opener, and one for each bidder who is asked to sign, signed or not. */
function signaturesOf(
  state: SessionState,
  texts: ReportTexts,
  time: (iso: string) => string,
): ReportSignature[] {
  // The opener is the first, so that a bidder's place is their number.
  return signersOf(state).map(({ isOpener, name, signature }, place) => ({
    index: isOpener ? null : place,
    unit: isOpener ? `${texts.signatures.opener}${texts.colon}${name}` : name,
    signed: signature && {
      ...{ signer: signature.signer, fingerprint: signature.fingerprint, at: time(signature.at) },
    },
  }))
}

/** The status when the report is made. */
function statusFact({ status }: SessionState, { facts, statuses }: ReportTexts): [string, string] {
  return [facts.status, statuses[status]]
}

interface FactWords {
  readonly texts: ReportTexts
  /** A time as it is printed. */
  time(iso: string): string
}

/** What the report says of the section and its opening; `standing`: how far the opening is when it is made. */
export function factsOf(
  state: SessionState,
  tender: Tender,
  standing: [label: string, value: string],
  { texts, time }: FactWords,
): [string, string][] {
  const { facts, none } = texts
  const { decryption, announcement, persons, reportInfo } = state
  const decryptionEnd = decryption?.closedAt ?? decryption?.deadline ?? null
  const pairs: [string, string | null | undefined][] = [
    [facts.sectionCode, tender.sectionCode],
    [facts.projectCode, tender.projectCode],
    [facts.tenderer, tender.tenderer],
    [facts.agency, tender.agency],
    [facts.opensAt, time(tender.opensAt)],
    [facts.place, tender.place],
    [facts.evaluationMethod, tender.evaluationMethod],
    [facts.ceilingPrice, ceilingOf(tender, texts.language)],
    standing,
    [facts.counts, state.frozen ? texts.counts(participants(state).length, openedBidders(state).length) : ''],
    [facts.opener, persons?.opener],
    [facts.announcer, persons?.announcer],
    [facts.recorder, reportInfo?.recorder ?? persons?.recorder],
    [facts.supervisor, persons?.supervisor || state.recordedSupervisor],
    [
      facts.decryption,
      decryption &&
        texts.window(time(decryption.issuedAt), decryptionEnd && time(decryptionEnd), decryption.cause),
    ],
    [facts.announcedAt, announcement && time(announcement.startedAt)],
    ...(reportInfo
      ? [
          [facts.representative, reportInfo.representative] as [string, string],
          [facts.otherMatters, reportInfo.otherMatters] as [string, string],
        ]
      : []),
    ...confirmationFact(state, texts),
    ...interruptionFacts(state, texts, time),
  ]
  return pairs.map(([label, value]) => [label, value || none])
}

/**
 * How many bidders confirmed the overview by themselves, and how many automatically, with the reason of a confirmation
 * that the opener ended early (END-20); none until it is closed.
 */
function confirmationFact(state: SessionState, { facts, confirmed, ended }: ReportTexts): [string, string][] {
  const { confirmation } = state
  if (!confirmation?.closed) return []
  const reason = confirmation.ended?.reason
  const sum = confirmed(confirmationCount(state))
  return [[facts.confirmation, reason === undefined ? sum : `${sum}${ended(reason)}`]]
}

function hasDeposits({ deposits = {} }: ReportOptions): boolean {
  return Object.values(deposits).some((status) => status !== '')
}

/** The pauses, stops and failures with their reasons; none where nothing was interrupted. */
function interruptionFacts(
  state: SessionState,
  { facts, language }: ReportTexts,
  time: (iso: string) => string,
): [string, string][] {
  return recordedInterruptions(state).map((interruption) => {
    const [zh, en] = interruptionFact(interruption, time)
    return [facts.interruption, language === 'en' ? en : zh]
  })
}

function rowsOf(state: SessionState, texts: ReportTexts, options: ReportOptions): ReportRow[] {
  const columns = state.tender ? columnsOfEnvelope(state.tender, state.stage.number) : []
  return overviewRows(state).map((row) => ({
    index: row.index,
    bidder: row.bidderName,
    bidderCode: row.bidderCode,
    figures: [
      ...columns.map((column) => row.figures?.[column.key] ?? ''),
      ...(hasDeposits(options) ? [options.deposits?.[row.bidderCode] ?? ''] : []),
    ],
    sound: row.badge === null,
    status: statusOf(state, state.bidders[row.bidderCode], texts),
    remark: row.remark,
    confirmation: state.confirmation ? confirmationOf(state, row, texts) : '',
  }))
}

function confirmationOf(state: SessionState, row: OverviewRow, { confirmations, none }: ReportTexts): string {
  return isRowAsked(state, row) ? confirmations[row.confirmed] : none
}

/** A bid's outcome as text. */
export function statusOf(state: SessionState, bidder: BidderState | undefined, texts: ReportTexts): string {
  const file = bidder && standingOf(state, bidder)
  const found: string[] = []
  if (file?.status === 'failed') {
    const { kind, cause } = file
    found.push(`${texts.failureKinds[kind]}${texts.colon}${texts.failureCauses[cause]}`)
  }
  if (bidder?.invalid) found.push(`${texts.invalid}${texts.colon}${bidder.invalid.note}`)
  if (found.length > 0) return found.join(texts.semicolon)
  return bidder?.figures ? texts.opened : texts.notAnnounced
}

/** The ceiling price as the screens show it: in groups of three, in the unit of the first money column. */
function ceilingOf({ ceilingPrice, columns }: Tender, language: ReportLanguage): string | undefined {
  if (ceilingPrice === undefined) return undefined
  const unit = columns.find(({ kind }) => kind === 'money')?.unit ?? ''
  return `${figureText('money', ceilingPrice)} ${unitIn(language, unit)}`.trim()
}

/** `2026-03-02 09:30:00` in the given zone. */
export function localTime(epoch: number, timeZone: string): string {
  return timeFormatOf(timeZone).format(epoch)
}

/** Making one costs more than a row of a table. A hall has one zone. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = timeFormats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  timeFormats.set(timeZone, format)
  return format
}
