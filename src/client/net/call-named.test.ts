import { expect, test } from 'vitest'
import { type CallName, calls } from '#protocol/calls.ts'
import { callNamed } from './call-named.ts'

test('every call of the contract table is found by its name', async () => {
  for (const name of Object.keys(calls) as CallName[]) expect(await callNamed(name), name).toBe(calls[name])
})
