import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'
import { type DepositEdit, type DepositField, depositLengths, noDepositEdit } from './deposit-edit.ts'

type Changes = Partial<Record<DepositField, string | null>>
const edit = (changes: Changes, n = 1): Command => ({
  type: 'EditDeposits',
  payload: { rows: [{ bidderCode: bidderCode(n), ...changes }] },
})
const edited = (changes: Partial<DepositEdit>, n = 1) =>
  event('DepositEdited', { bidderCode: bidderCode(n), edit: { ...noDepositEdit, ...changes } })
const account = '6222 0000 1111 2222'

describe('EditDeposits', () => {
  test('[DEP-1] records the whole row after the change, until the opening has ended', () => {
    given(...histories.submitted())
      .when(edit({ account, status: '已缴纳' }))
      .then(edited({ account, status: '已缴纳' }))
    given(...histories.atEnd(), edited({ account }))
      .when(edit({ remark: '已核对' }))
      .then(edited({ account, remark: '已核对' }))
  })

  test('[DEP-1] null shows what the platform reports again, and what is not changed is not recorded', () => {
    given(...histories.submitted(), edited({ account, mode: '转账' }))
      .when(edit({ account: null }))
      .then(edited({ mode: '转账' }))
    given(...histories.submitted(), edited({ account }))
      .when(edit({ account }))
      .then()
  })

  test('[DEP-1] edits several rows at once', () => {
    const rows = [1, 2].map((n) => ({ bidderCode: bidderCode(n), status: '已缴纳' }))
    given(...histories.submitted())
      .when({ type: 'EditDeposits', payload: { rows } })
      .then(edited({ status: '已缴纳' }, 1), edited({ status: '已缴纳' }, 2))
  })

  test.each(Object.entries(depositLengths))(
    '[DEP-1] refuses a %s of more than %d characters',
    (field, maximum) => {
      given(...histories.submitted())
        .when(edit({ [field]: '字'.repeat(maximum) }))
        .then(edited({ [field]: '字'.repeat(maximum) }))
      given(...histories.submitted())
        .when(edit({ [field]: '字'.repeat(maximum + 1) }))
        .thenRejected('deposit-text-too-long', { maximum })
    },
  )

  test('[DEP-1] is refused once the opening has ended', () => {
    given(...histories.ended())
      .when(edit({ account }))
      .thenRejected('editing-locked')
  })

  test('[DEP-2] is refused in a section without deposits, and for a bidder who is not enrolled', () => {
    given(...histories.submitted({ depositForm: 10 }))
      .when(edit({ account }))
      .thenRejected('no-deposit')
    given(...histories.submitted())
      .when(edit({ account }, 99))
      .thenRejected('unknown-bidder')
  })
})

test('[DEP-1] a bidder sees the edits of their own deposit only', () => {
  const state = stateAfter([...histories.decrypting(), edited({ account }, 1), edited({ account }, 2)])
  const seen = viewState({ role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true }, state)
  expect(seen.bidders[bidderCode(1)]?.depositEdit).toMatchObject({ account })
  expect(seen.bidders[bidderCode(2)]?.depositEdit).toBeNull()
})
