import { z } from 'zod'
import { ok } from '#lib/result.ts'
import { basePriceRuleProblem } from '../base-price/rule-columns.ts'
import { canonicalJson } from '../log/canonical-json.ts'
import { commandRow, serverCommandRow } from '../session/command-row.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { reject } from '../session/rejection.ts'
import { beforeOpening, opener, platform } from '../session/roles-and-statuses.ts'
import type { SessionState } from '../session/state.ts'
import { biddersOf, filesOf } from '../submission/bids.ts'
import { isAboveCeiling } from './ceiling.ts'
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
import { plainAmount } from './typed-amount.ts'

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
   * Imports a tender file (TEN-5 to TEN-10). It replaces the earlier file of its kind. Once a bid is submitted the
   * columns stay, because figures under the old columns could not be read under new ones. Texts and parameters may
   * still change, and the log names what changed. Once a draw is declared, what decides about draws stays.
   */
  ImportTenderFile: serverCommandRow({
    payload: z.strictObject({
      kind: z.enum(tenderFileKinds),
      file: tenderFileSchema,
      /** The content of a container; null for a `.pdf`, which is not read. */
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
      if (basePriceRuleProblem(next, next.evaluation?.basePrice)) return reject('tender-file-base-price')
      if (!tenderSchema.safeParse(next).success) return reject('tender-file-columns')
      const changed = changedParts(tender, next)
      const isSame = previous?.sha256 === file.sha256 && previous.fileName === file.fileName
      // The same file again restores what was changed since its import.
      if (isSame && changed.length === 0 && !repricedBy(state, says)) return ok([])
      if (changed.includes('columns') && hasBids(state)) return reject('columns-in-use')
      if (hasDraws(state) && drawsDiffer(tender, next)) return reject('parameters-drawn')
      const { price, remark } = says?.controlPrice ?? state.controlPrice ?? { price: null, remark: '' }
      const decidesPrice = says?.controlPrice || next.ceilingPrice !== tender.ceilingPrice
      if (decidesPrice && remark === '' && isAboveCeiling(next, price))
        return reject('control-price-above-ceiling')
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
   * Sets evaluation parameters (TEN-11); a field left out stays. Only the opener's side and the supervisor see the
   * control price before it is disclosed (TEN-13).
   */
  SetEvaluationParameters: commandRow({
    payload: z.strictObject({
      industry: z.number().int().min(0).max(99).optional(),
      billOfQuantities: z.boolean().optional(),
      drawNote: z.string().trim().max(drawNoteLength).optional(),
      /** As typed, in the unit of the first price column; empty removes it. The rules refuse a wrong one. */
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
        ([name, value]) =>
          value !== undefined && value !== (tender[name as keyof Tender] ?? valueWhenMissing(value)),
      )
      const industry = asked.industry ?? tender.industry
      if (hasDraws(state) && drawsDiffer(tender, { ...tender, industry })) return reject('parameters-drawn')
      const now = { price: state.controlPrice?.price ?? null, remark: state.controlPrice?.remark ?? '' }
      const wanted = {
        price: controlPrice === undefined ? now.price : plainAmount(controlPrice) || null,
        remark: controlPriceRemark ?? now.remark,
      }
      const problem = controlPriceProblem(wanted.price ?? '')
      if (problem) return reject(problem)
      const repriced = wanted.price !== now.price || wanted.remark !== now.remark
      if (repriced && wanted.remark === '' && isAboveCeiling(tender, wanted.price))
        return reject('control-price-above-ceiling')
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

/** Discloses the control price when the opening of files begins (TEN-13): no bid can be changed any more. */
export function controlPriceDisclosure({ controlPrice }: SessionState): SessionEvent[] {
  if (!controlPrice || controlPrice.disclosed) return []
  const { price, remark, file } = controlPrice
  return price === null && !file ? [] : [event('ControlPriceDisclosed', { price, remark, file })]
}

/** Whether a file has another control price than the current one. */
function repricedBy({ controlPrice: now }: SessionState, says: TenderFileSays | null): boolean {
  const said = says?.controlPrice
  return said ? said.price !== (now?.price ?? null) || said.remark !== (now?.remark ?? '') : false
}

/** Whether any bid file has been submitted. */
function hasBids(state: SessionState): boolean {
  return biddersOf(state).some((bidder) => filesOf(bidder).length > 0)
}

/** Whether two tenders differ in the draws they need or in the candidates. */
function drawsDiffer(one: Tender, other: Tender): boolean {
  const deciding = ({ evaluation, industry, specialty, projectKind, qualification }: Tender) =>
    canonicalJson({ evaluation: evaluation ?? null, industry, specialty, projectKind, qualification })
  return deciding(one) !== deciding(other)
}

/** Whether a draw is running or decided; void draws do not count. */
function hasDraws({ draws }: SessionState): boolean {
  return Object.values(draws).some(({ phase }) => phase !== 'void')
}

/** The value that a missing parameter stands for. */
function valueWhenMissing(value: unknown): unknown {
  return typeof value === 'boolean' ? false : ''
}
