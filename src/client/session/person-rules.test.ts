import { expect, test } from 'vitest'
import { idProblem, isComplete, nameProblem } from './person-rules.ts'

const valid = '11010519491231002X'
const nobody = { opener: '', announcer: '', recorder: '', supervisor: '' }

test('announcer and recorder need a name and a number, opener and supervisor do not', () => {
  expect(nameProblem('announcer', ' ')).toBe('nameMissing')
  expect(idProblem('recorder', '')).toBe('idMissing')
  expect(nameProblem('opener', '')).toBeNull()
  expect(idProblem('supervisor', '')).toBeNull()
})

test('a number that is given has to be a valid one, for everybody', () => {
  expect(idProblem('supervisor', '110105194912310021')).toBe('idInvalid')
  expect(idProblem('announcer', valid)).toBeNull()
})

test('a name takes 20 characters and no more', () => {
  expect(nameProblem('announcer', '名'.repeat(20))).toBeNull()
  expect(nameProblem('opener', '名'.repeat(21))).toBe('nameLong')
})

test('the persons are complete with announcer and recorder alone', () => {
  const names = { ...nobody, announcer: '张三', recorder: '李四' }
  expect(isComplete({ names, ids: { ...nobody, announcer: valid, recorder: valid } })).toBe(true)
  expect(isComplete({ names, ids: { ...nobody, announcer: valid } })).toBe(false)
})
