import { describe, expect, it } from 'vitest'
import { given, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import type { Rules } from '../session/variant-rules.ts'
import type { TenderInput } from '../tender/tender.ts'
import type { TenderFileKind } from '../tender/tender-file.ts'
import { openingProblem } from './entry-check.ts'

const enter: Command = { type: 'EnterBidOpening', payload: {} }

/** The code of the first thing that is missing; null when the opener may enter. */
function missing(
  history: readonly SessionEvent[],
  changes: Partial<Rules> = {},
  now = present,
): string | null {
  return openingProblem(stateAfter(history), { ...rules, ...changes }, now)?.code ?? null
}

/** A section with two bids and person info. */
const ready = (changes?: Partial<TenderInput>) => [...histories.submitted(changes), histories.personInfo]

function imported(kind: TenderFileKind): SessionEvent {
  return event('TenderFileImported', {
    ...{
      kind,
      isRead: false,
      attachments: [],
      content: null,
      controlPrice: null,
      changed: [],
      replaces: null,
    },
    file: { fileId: `${kind}-file`, fileName: `${kind}.pdf`, size: 10, sha256: '0'.repeat(64) },
  })
}

describe('the entry check to step 2', () => {
  it('[PRE-2] waits for the opening time', () => {
    expect(missing(ready(), {}, openingTime - 1)).toBe('opening-step-too-early')
    expect(missing(ready(), {}, openingTime)).toBeNull()
  })

  it('[PRE-3] needs enough bids where the variant says so', () => {
    expect(missing(ready(), { refuseTooFewBidders: true })).toBe('too-few-bidders')
    expect(missing(ready())).toBeNull()
  })

  it('[PRE-3] needs only one bid of a single source', () => {
    const strict = { refuseTooFewBidders: true }
    const single = { bidStyle: 3 } as const
    const one = [...histories.enrolled(single), histories.submissionOf(1), histories.personInfo]
    expect(missing(one, strict)).toBeNull()
    expect(missing([...histories.enrolled(single), histories.personInfo], strict)).toBe('too-few-bidders')
  })

  it('[PRE-4] needs person info where the variant says so', () => {
    expect(missing(histories.submitted())).toBe('person-info-missing')
    expect(missing(histories.submitted(), { personInfoRequired: false })).toBeNull()
  })

  it('[PRE-4] needs agency staff on site where the variant says so', () => {
    const strict = { workersRequired: true }
    expect(missing(ready(), strict)).toBe('workers-missing')
    expect(missing([...ready(), histories.staffMember(1, 'owner')], strict)).toBe('workers-missing')
    expect(missing([...ready(), histories.staffMember(1)], strict)).toBeNull()
    const removed = event('WorkerRemoved', {
      ...{ workerId: '00000000-0000-4000-a000-000000000001', kind: 'agency-staff', name: '现场人员1' },
    })
    expect(missing([...ready(), histories.staffMember(1), removed], strict)).toBe('workers-missing')
    given(...ready())
      .when(enter, { rules: strict })
      .thenRejected('workers-missing')
  })

  it('[PRE-4] does not need agency staff before the second envelope', () => {
    expect(missing(histories.secondEnvelopeCalled(), { workersRequired: true })).toBeNull()
  })

  it('[PRE-2] needs each tender file that the tender requires', () => {
    const tender = ready({ requiredTenderFiles: ['control-price', 'technical', 'commercial'] })
    expect(missing(tender)).toBe('technical-file-not-imported')
    const first = [...tender, imported('technical')]
    expect(missing(first)).toBe('commercial-file-not-imported')
    const second = [...first, imported('commercial')]
    expect(missing(second)).toBe('control-price-file-not-imported')
    expect(missing([...second, imported('control-price')])).toBeNull()
    expect(missing(ready({ requiredTenderFiles: [] }))).toBeNull()
  })

  it('needs the draws that the tender requires', () => {
    const tender = { qualification: 0, evaluation: { newModel: true } }
    expect(missing(ready(tender))).toBe('draw-alpha-beta-missing')
  })

  it('[PRE-2] reports the first missing of time, bids, files, draws and people', () => {
    const tender: Partial<TenderInput> = {
      ...{ qualification: 0, evaluation: { newModel: false }, requiredTenderFiles: ['technical'] },
    }
    const bare = histories.submitted(tender)
    const strict = { refuseTooFewBidders: true, workersRequired: true }
    expect(missing(bare, strict, openingTime - 1)).toBe('opening-step-too-early')
    expect(missing(bare, strict)).toBe('too-few-bidders')
    expect(missing(bare)).toBe('technical-file-not-imported')
    expect(missing([...bare, imported('technical')])).toBe('draw-a-g-missing')
    expect(missing(histories.submitted(), { workersRequired: true })).toBe('person-info-missing')
  })
})
