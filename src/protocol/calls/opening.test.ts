import { expect, test } from 'vitest'
import { openingCalls } from './opening.ts'

test.each([
  [{}, null],
  [{ LimitJmTime: null }, null],
  [{ LimitJmTime: ' ' }, null],
  [{ LimitJmTime: 30 }, 30],
  [{ LimitJmTime: '30' }, 30],
  [{ LimitJmTime: '半小时' }, Number.NaN],
])('the time limit of %o is %d: the rule, not the form, says what is wrong with it', (body, minutes) => {
  expect(openingCalls.startJieMi.body.parse(body).LimitJmTime).toEqual(minutes)
})
