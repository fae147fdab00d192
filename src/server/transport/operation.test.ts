import { expect, test } from 'vitest'
import { calls } from '#protocol/calls.ts'
import { operationOf } from './operation.ts'

function statusesOf(name: keyof typeof calls): string[] {
  return Object.keys(operationOf(name, calls[name]).response)
}

test.each([
  ['open to all', 'getVariant', ['200', '400', '429', '5XX']],
  ['of a user', 'getSelf', ['200', '400', '401', '429', '5XX']],
  ['a read', 'getKBFlowStatus', ['200', '400', '401', '403', '429', '5XX']],
  ['a read that ends with the opening', 'GetOtherProject', ['200', '400', '401', '403', '409', '429', '5XX']],
  ['a file', 'getTenderFile', ['200', '400', '401', '403', '404', '429', '5XX']],
  ['a command', 'startJieMi', ['200', '400', '401', '403', '409', '413', '429', '5XX']],
  ['a check', 'checkKBFinishCondition', ['200', '400', '401', '403', '413', '429', '5XX']],
  ['of the platform', 'changeLotStatus', ['200', '400', '401', '403', '404', '409', '413', '429', '5XX']],
] as const)('a call that is %s declares its refusals', (_what, name, statuses) => {
  expect(statusesOf(name)).toEqual(statuses)
})

test('the description of a refusal names its codes', () => {
  const { response } = operationOf('changeLotStatus', calls.changeLotStatus)
  expect(response).toMatchObject({
    403: { description: 'Refused: `foreign-origin`' },
    404: { description: 'Refused: `not-published`' },
    409: { description: 'Refused: by a rule of the opening' },
  })
})
