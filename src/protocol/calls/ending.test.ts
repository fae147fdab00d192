import { expect, test } from 'vitest'
import { viewState } from '#domain/session/view-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { endingCalls } from './ending.ts'

const { body: schema, command } = endingCalls.writeBidOpeningPersonInfo
const { role, unitCode } = opener
const state = viewState({ role, unitCode, seesSupervisor: true }, stateAfter(histories.signing()))

function written(body: object) {
  const mapped = command.toCommand(schema.parse(body), { unitCode, state })
  return mapped.ok ? mapped.value.payload : null
}

test('[PRE-5] names left out stay as they were; numbers left out are left to the rule', () => {
  const unchanged = { names: state.persons, ids: {} }
  expect(written({})).toEqual(unchanged)
  expect(written({ InviteBid: state.persons?.announcer, Noter: state.persons?.recorder })).toEqual(unchanged)
  const changed = written({ InviteBid: '新唱标人', jlrsfz: '440524198001010013' })
  expect(changed?.names).toMatchObject({ announcer: '新唱标人', recorder: state.persons?.recorder })
  expect(changed?.ids).toEqual({ recorder: '440524198001010013' })
})

test('[PRE-18] person info for another envelope than the current one is refused', () => {
  expect(written({ activeStageOrd: 0 })).not.toBeNull()
  expect(written({ activeStageOrd: 1 })).not.toBeNull()
  expect(written({ activeStageOrd: 2 })).toBeNull()
})

test('[END-18] what is left out of the information is refused by its own message', () => {
  const { body, command: info } = endingCalls.saveReportData
  const mapped = info.toCommand(body.parse({ bidderName: ' 赵代表 ' }), { unitCode, state })
  const payload = { representative: '赵代表', recorder: '', otherMatters: '' }
  expect(mapped).toEqual({ ok: true, value: { type: 'RecordReportInfo', payload } })
})
