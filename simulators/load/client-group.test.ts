import { expect, test } from 'vitest'
import { startClientGroup } from './client-group.ts'

test('a group in a process of its own answers calls, rejects with their errors, and ends', async () => {
  const group = startClientGroup('nobody')
  try {
    expect(await group.call('play', { pace: { kind: 'at-once' } })).toEqual([])
    const settled = await group.call('settle', { epoch: '', seq: 0, hash: '' })
    expect(settled).toMatchObject({ clients: 0, mismatches: [], acts: [] })
    expect(settled.recording.lateness).toMatchObject([{ process: 'nobody', measured: 0, leftOut: 0 }])
    const nothing = { share: {} as never, submit: false }
    await expect(group.call('prepare', nothing)).rejects.toThrow(/undefined/)
  } finally {
    await group.close()
  }
})
