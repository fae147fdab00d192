import { expect, test } from 'vitest'
import { openingCalls } from './opening.ts'

test.each([
  [{}, null],
  [{ LimitJmTime: null }, null],
  [{ LimitJmTime: ' ' }, null],
  [{ LimitJmTime: 30 }, 30],
  [{ LimitJmTime: '30' }, 30],
  [{ LimitJmTime: '半小时' }, 0],
  [{ LimitJmTime: 'Infinity' }, 0],
])('[REST-6] the time limit of %o is read as %d, for the rule to judge', (body, minutes) => {
  expect(openingCalls.startJieMi.body.parse(body).LimitJmTime).toEqual(minutes)
})
