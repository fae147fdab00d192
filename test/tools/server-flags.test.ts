import { expect, test } from 'vitest'
import { serverEnvironment, serverFlags } from '../../src/tools/server-flags.mjs'

test('a server gets limits of its heap, unless NODE_OPTIONS has others', () => {
  expect(serverFlags({})).toEqual(['--max-semi-space-size=16', '--max-old-space-size=1200'])
  expect(serverFlags({ NODE_OPTIONS: '--max-old-space-size=4000' })).toEqual(['--max-semi-space-size=16'])
})

test('its threads share memory arenas, unless the environment has another number', () => {
  expect(serverEnvironment({ PORT: '1' })).toEqual({ PORT: '1', MALLOC_ARENA_MAX: '2' })
  expect(serverEnvironment({ MALLOC_ARENA_MAX: '8' })).toEqual({ MALLOC_ARENA_MAX: '8' })
})
