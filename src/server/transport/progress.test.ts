import { expect, test } from 'vitest'
import type { Encoded } from './frames.ts'
import type { Outlet } from './outlet.ts'
import { createProgressTeller } from './progress.ts'

const fileId = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'

function onlooker(sessionId: string, isClear = true) {
  const sent: Encoded[] = []
  const outlet = { send: (message) => void sent.push(message), isClear: () => isClear } as Outlet
  return { sessionId, outlet, sent, heard: () => sent.map(({ packet }) => JSON.parse(packet.slice(1))) }
}

test('[PRG-1] those in a section hear how far its files are, as one text, and once when there are none left', () => {
  let files = [{ fileId, percent: 40 }]
  const tell = createProgressTeller((sessionId) => (sessionId === 'a' ? files : []))
  const [one, two, elsewhere] = [onlooker('a'), onlooker('a'), onlooker('b')]
  const all = [one, two, elsewhere]
  tell(all)
  files = []
  for (let round = 0; round < 3; round += 1) tell(all)
  expect(one.heard()).toEqual([
    ['progress', { files: [{ bidFileId: fileId, percent: 40 }] }],
    ['progress', { files: [] }],
  ])
  expect(two.sent[0]).toBe(one.sent[0])
  expect(elsewhere.sent).toEqual([])
})

test('[PRG-1] who does not read is sent none of it', () => {
  const jammed = onlooker('a', false)
  createProgressTeller(() => [{ fileId, percent: 1 }])([jammed])
  expect(jammed.sent).toEqual([])
})
