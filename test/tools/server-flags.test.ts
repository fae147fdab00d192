import { expect, test } from 'vitest'
import { serverFlags } from '../../src/tools/server-flags.mjs'

test('a server gets limits of its heap, unless NODE_OPTIONS has others', () => {
  expect(serverFlags({})).toEqual(['--max-semi-space-size=16', '--max-old-space-size=1200'])
  expect(serverFlags({ NODE_OPTIONS: '--max-old-space-size=4000' })).toEqual(['--max-semi-space-size=16'])
})
