import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { canonicalJson } from '../log/canonical-json.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { beforeOpening, opener, platform } from '../session/who-and-when.ts'
import { biddersOf, filesOf } from '../submission/bids.ts'
import { importedFile, takesTenderFiles } from './imported-files.ts'
import { controlPriceRemarkLength, drawNoteLength } from './parameter-lengths.ts'
import { type Tender, tenderSchema } from './tender.ts'
import {
  changedParts,
  controlPriceProblem,
  type TenderFileSays,
  tenderFileKinds,
  tenderFileKindsOf,
  tenderFileSaysSchema,
  tenderFileSchema,
  withContent,
} from './tender-file.ts'

export const tenderCommands = {
  /** The trading platform publishes the section: the first entry of every log. */
  PublishTender: serverCommandRow({
    payload: z.strictObject({ tender: tenderSchema }),
    roles: platform,
    statuses: beforeOpening,
    decide(state, { tender }) {
      if (state.tender) return reject('already-published')
      return ok([event('TenderPublished', { tender })])
    },
  }),

  /**
   * Takes a tender file in (TEN-5 to TEN-10), until the opening; a later one of its kind replaces the earlier, and the log says so.
   * What bidders have sealed against stays: once a bid is in, no import changes what the bid form asks for, since
   * figures under the old form could not be read under the new one. Texts and parameters may be put right; the log
   * names what was changed. Once anything is drawn, what decides over draws stays, and so does everything once step 2 is
   * entered: its entry check is not undone.
   */
  ImportTenderFile: serverCommandRow({
    payload: z.strictObject({
      kind: z.enum(tenderFileKinds),
      file: tenderFileSchema,
      /** What was read from a container; null for a `.pdf`, which is kept as it is. */
      says: tenderFileSaysSchema.nullable(),
    }),
    roles: ['opener', 'platform'],
    statuses: beforeOpening,
    otherwise: 'tender-locked',
    decide(state, { kind, file, says }) {
      const { tender } = state
      if (!tender) return reject('not-published')
      if (!takesTenderFiles(state)) return reject('tender-locked')
      if (!tenderFileKindsOf(tender.projectKind).includes(kind)) return reject('tender-file-not-needed')
      if (says && says.kind !== kind) return reject('tender-file-wrong-kind')
      if (says && says.sectionCode !== tender.sectionCode) {
        return reject('tender-file-other-section', { sectionCode: says.sectionCode })
      }
      const previous = importedFile(state, kind)
      const next = says?.content ? withContent(tender, says.content) : tender
      if (!tenderSchema.safeParse(next).success) return reject('tender-file-columns')
      const changed = changedParts(tender, next)
      const isSame = previous?.sha256 === file.sha256 && previous.fileName === file.fileName
      // The same file again restores what was set otherwise since it was imported.
      if (isSame && changed.length === 0 && !repricedBy(state, says)) return ok([])
      if (changed.includes('columns') && hasBids(state)) return reject('columns-in-use')
      if (hasDraws(state) && drawsDiffer(tender, next)) return reject('parameters-drawn')
      const imported = {
        ...{ kind, file, changed },
        isRead: says !== null,
        attachments: says?.attachments ?? [],
        content: says?.content ?? null,
        controlPrice: says?.controlPrice ?? null,
        replaces: previous?.fileId ?? null,
      }
      return ok([event('TenderFileImported', imported)])
    },
  }),

  /**
   * Sets evaluation parameters (TEN-11); a field left out stays. The control price is the opener's side's alone
   * until the decryption command discloses it.
   */
  SetEvaluationParameters: commandRow({
    payload: z.strictObject({
      industry: z.number().int().min(0).max(99).optional(),
      billOfQuantities: z.boolean().optional(),
      drawNote: z.string().trim().max(drawNoteLength).optional(),
      /** As typed, in the unit of the first price column; empty takes it back. A wrong one is refused by the rules. */
      controlPrice: z.string().trim().max(40).optional(),
      controlPriceRemark: z.string().trim().max(controlPriceRemarkLength).optional(),
    }),
    roles: opener,
    statuses: beforeOpening,
    otherwise: 'tender-locked',
    decide(state, { controlPrice, controlPriceRemark, ...asked }) {
      const { tender } = state
      if (!tender) return reject('not-published')
      const said = Object.entries(asked).filter(
        ([name, value]) => value !== undefined && value !== (tender[name as keyof Tender] ?? unsaid(value)),
      )
      const industry = asked.industry ?? tender.industry
      if (hasDraws(state) && drawsDiffer(tender, { ...tender, industry })) return reject('parameters-drawn')
      const now = { price: state.controlPrice?.price ?? null, remark: state.controlPrice?.remark ?? '' }
      const wanted = {
        price: controlPrice === undefined ? now.price : controlPrice.trim() || null,
        remark: controlPriceRemark ?? now.remark,
      }
      const problem = controlPriceProblem(wanted.price ?? '')
      if (problem) return reject(problem)
      const repriced = wanted.price !== now.price || wanted.remark !== now.remark
      if (said.length === 0 && !repriced) return ok([])
      return ok([
        event(
          'EvaluationParametersSet',
          { changes: Object.fromEntries(said), controlPriceSet: repriced },
          { controlPrice: repriced ? wanted : null },
        ),
      ])
    },
  }),
} as const

/** With the decryption command the control price becomes everybody's to see: no bid can be changed any more. */
export function controlPriceDisclosure({ controlPrice }: SessionState): SessionEvent[] {
  if (!controlPrice || controlPrice.disclosed) return []
  const { price, remark, file } = controlPrice
  return price === null && !file ? [] : [event('ControlPriceDisclosed', { price, remark, file })]
}

/** Whether a file says another control price than the one that stands. */
function repricedBy({ controlPrice: now }: SessionState, says: TenderFileSays | null): boolean {
  const said = says?.controlPrice
  return said ? said.price !== (now?.price ?? null) || said.remark !== (now?.remark ?? '') : false
}

/** Whether anything has been handed in, whole bids or parts of them. */
function hasBids(state: SessionState): boolean {
  return biddersOf(state).some((bidder) => filesOf(bidder).length > 0)
}

/** Whether another tender asks for other draws, or offers other candidates. */
function drawsDiffer(one: Tender, other: Tender): boolean {
  const deciding = ({ evaluation, industry, specialty, projectKind, qualification }: Tender) =>
    canonicalJson({ evaluation: evaluation ?? null, industry, specialty, projectKind, qualification })
  return deciding(one) !== deciding(other)
}

/** Whether a draw is under way or decided; one that came to nothing is as if it had never been. */
function hasDraws({ draws }: SessionState): boolean {
  return Object.values(draws).some(({ phase }) => phase !== 'void')
}

/** What a tender means that says nothing of a parameter. */
function unsaid(value: unknown): unknown {
  return typeof value === 'boolean' ? false : ''
}
