import { expect, test } from 'vitest'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { event } from '#domain/session/event.ts'
import type { Step } from '#domain/session/flow.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { standard } from '#variants/standard.ts'
import { nextTask, openerTasks, tasksNow } from './opener-tasks.ts'

const rules = {
  ...rulesOf(standard),
  objectionInquiry: { ...rulesOf(standard).objectionInquiry, invitedOnly: true },
  remarksRequired: true,
}

/** `+` done, `-` to do, with how far it is. */
function listed(step: Step, history: History, changes: Partial<typeof rules> = {}, isDue = true) {
  return openerTasks(step, stateAfter(history), { ...rules, ...changes }, isDue).map(
    ({ key, done, idle, count }) =>
      `${done ? '+' : '-'}${key}${count ? ` ${count.done}/${count.total}` : ''}${idle ? ` ${idle}` : ''}`,
  )
}

test('[PRE-2] step 1: what step 2 needs, then what it does not need, and the way on', () => {
  const steps = (history: History) => listed('preparation', history)
  expect(steps(histories.submitted())).toEqual([
    ...['-personInfo', '-tenderFiles notNeeded', '-draws notNeeded', '-siteStaff notNeeded', '-enterOpening'],
  ])
  expect(steps([...histories.submitted(), histories.personInfo])[0]).toBe('+personInfo')
  expect(steps(histories.entered())).toEqual(['+personInfo', '+enterOpening'])
})

test('[PRE-2] step 1: files and draws are counted, in the order of the entry check', () => {
  const tender: Partial<TenderInput> = {
    ...{ qualification: 0, evaluation: { newModel: true, draws: ['k'] } },
    requiredTenderFiles: ['technical', 'commercial'],
  }
  expect(listed('preparation', histories.submitted(tender), { workersRequired: true })).toEqual([
    '-tenderFiles 0/2',
    '-draws 0/2',
    '-personInfo',
    '-siteStaff',
    '-enterOpening',
  ])
})

test('[DRW-10] step 1: draws, bids and the way on wait for the opening time', () => {
  const tender = { qualification: 0, evaluation: { newModel: true } } as const
  const early = { refuseTooFewBidders: true, personInfoRequired: false }
  const at = (isDue: boolean) => listed('preparation', histories.submitted(tender), early, isDue).slice(0, 2)
  expect(at(false)).toEqual(['-bids 2/3 fromOpeningTime', '-draws fromOpeningTime'])
  expect(at(true)).toEqual(['-bids 2/3', '-draws'])
  const last = (isDue: boolean) => listed('preparation', histories.submitted(), {}, isDue).at(-1)
  expect([last(false), last(true)]).toEqual(['-enterOpening fromOpeningTime', '-enterOpening'])
})

test('step 2: command, decryption, and the way on', () => {
  const steps = (history: History) => listed('opening', history)
  expect(steps(histories.entered())).toEqual(['-decryptionCommand', '-decryption 0/2', '-enterAnnouncement'])
  expect(steps([...histories.decrypting(), ...histories.opening(1)])).toEqual([
    ...['+decryptionCommand', '-decryption 1/2', '-enterAnnouncement'],
  ])
  expect(steps(histories.opened())).toEqual(['+decryptionCommand', '+decryption 2/2', '-enterAnnouncement'])
  expect(steps(histories.announced()).at(-1)).toBe('+enterAnnouncement')
})

test('step 2 without encryption has no command, and without announcement leads to the end', () => {
  const entered = histories.entered({ encrypted: false, bidStyle: 4 })
  expect(listed('opening', entered)).toEqual(['-import 0/2', '-enterEnd'])
})

test('step 3: the reading, and the way on', () => {
  expect(listed('announcement', histories.announced())).toEqual(['-reading 0/2', '-enterEnd'])
  expect(listed('announcement', histories.reading())).toEqual(['-reading 1/2', '-enterEnd'])
  expect(listed('announcement', histories.readToEnd())).toEqual(['+reading 2/2', '-enterEnd'])
})

test('step 3: the inquiry where it is asked, then replies to its objections', () => {
  expect(listed('announcement', histories.inquiring())).toEqual(['+reading 2/2', '-inquiry 0/2', '-enterEnd'])
  expect(listed('announcement', histories.inquired())).toEqual([
    ...['+reading 2/2', '+inquiry 2/2', '-replies', '-enterEnd'],
  ])
  const replied = [...histories.inquired(), histories.inquiryReply(1)]
  expect(listed('announcement', replied)).toContain('+replies')
})

test('[ANN-17] replies to disputed rows are a task of steps 3 and 4 until signing is ordered', () => {
  const disputed = (history: History) => [...history, histories.dispute(1)]
  expect(listed('announcement', disputed(histories.readToEnd()))).toEqual([
    ...['+reading 2/2', '-disputes', '-enterEnd'],
  ])
  const replied = [...disputed(histories.readToEnd()), histories.disputeReply(1)]
  expect(listed('announcement', replied)).toContain('+disputes')
  expect(listed('end', disputed(histories.confirmed()))).toContain('-disputes')
  expect(listed('end', disputed(histories.signing())).join()).not.toContain('disputes')
})

test('step 4: from the order to confirm to the end', () => {
  const steps = (history: History) => listed('end', history)
  expect(steps(histories.atEnd())).toEqual([
    ...[
      '-confirmation',
      '-confirmed 0/2',
      '-remarks',
      '-signing',
      '-ownSignature',
      '-signed 0/2',
      '-signingConfirmed',
      '-end',
    ],
  ])
  const remarked = [...histories.confirmed(), event('RemarksRecorded', { remarks: '无' })]
  expect(steps(remarked)).toEqual([
    ...[
      '+confirmation',
      '+confirmed 2/2',
      '+remarks',
      '-signing',
      '-ownSignature',
      '-signed 0/2',
      '-signingConfirmed',
      '-end',
    ],
  ])
  // Once the record is fixed nothing that was left out can be done any more.
  expect(steps(histories.signed())).toEqual([
    ...[
      '+confirmation',
      '+confirmed 2/2',
      '+signing',
      '-ownSignature',
      '+signed 2/2',
      '-signingConfirmed',
      '-end',
    ],
  ])
  expect(steps(histories.ended())).toEqual([
    ...['+confirmation', '+confirmed 2/2', '+signing', '+signed 2/2', '+signingConfirmed', '+end'],
  ])
})

test('[BAS-7] step 4: a base price that no longer holds is to be saved again', () => {
  const history = histories.announced({ evaluation: { basePrice: {} } })
  const calculation = calculateBasePrice(stateAfter(history))
  if (!calculation.ok) throw new Error(calculation.error.code)
  const saved = event('BasePriceSaved', { price: calculation.value.price })
  const priced = [...history, event('BasePriceCalculated', { calculation: calculation.value }), saved]
  const atEnd = [...priced, event('ReadingCutShort', { reason: '停电' }), event('EndEntered', {})]
  const marked = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '资格不符' })
  expect(listed('end', atEnd)[0]).toBe('-confirmation')
  expect(listed('end', [...atEnd, marked])[0]).toBe('-basePrice')
})

test('what can be done now is the next task and what need not wait for it', () => {
  const now = (step: Step, history: History) => {
    const tasks = openerTasks(step, stateAfter(history), rules, true)
    return tasksNow(tasks, nextTask(tasks)).map(({ key }) => key)
  }
  expect(now('preparation', histories.submitted())).toEqual(['personInfo'])
  expect(now('opening', histories.entered())).toEqual(['decryptionCommand'])
  expect(now('announcement', histories.readToEnd())).toEqual(['enterEnd'])
  expect(now('end', histories.atEnd())).toEqual(['confirmation', 'remarks'])
  expect(now('end', histories.confirmed())).toEqual(['remarks', 'signing'])
  expect(now('end', histories.signing())).toEqual(['ownSignature', 'signed'])
  expect(now('end', histories.signed())).toEqual(['ownSignature', 'signingConfirmed'])
  expect(now('end', histories.ended())).toEqual([])
})
