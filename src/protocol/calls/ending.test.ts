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

test('[PRE-5] person info left out stays as it was', () => {
  const unchanged = { names: state.persons, ids: state.personIds }
  expect(written({})).toEqual(unchanged)
  expect(written({ InviteBid: state.persons?.announcer, Noter: state.persons?.recorder })).toEqual(unchanged)
})

test('[PRE-5] a new name does not take over the identity number of the person before', () => {
  const changed = written({ InviteBid: '新唱标人', Supervisor: '新监标人' })
  expect(changed?.names).toMatchObject({ announcer: '新唱标人', supervisor: '新监标人' })
  expect(changed?.ids).toMatchObject({ announcer: '', recorder: state.personIds?.recorder })
})
