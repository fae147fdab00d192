import { expect, test } from 'vitest'
import type { EncodedMessage } from './encoded-message.ts'
import { createProgressSender } from './progress.ts'
import type { SocketWriter } from './socket-writer.ts'

const fileId = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'

function subscriber(sessionId: string) {
  const sent: EncodedMessage[] = []
  const line = { isClear: true }
  const writer = { send: (message) => void sent.push(message), isDrained: () => line.isClear } as SocketWriter
  return { sessionId, writer, line, sent, heard: () => sent.map(({ packet }) => JSON.parse(packet.slice(1))) }
}

test('[PRG-1] those in a section hear how far its files are, as one text, and once when there are none left', () => {
  let files = [{ fileId, percent: 40 }]
  const tell = createProgressSender((sessionId) => (sessionId === 'a' ? files : []))
  const [one, two, elsewhere] = [subscriber('a'), subscriber('a'), subscriber('b')]
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

test('[PRG-1] who does not read is sent none of it, and hears the last word once they read again', () => {
  let files = [{ fileId, percent: 1 }]
  const tell = createProgressSender(() => files)
  const jammed = subscriber('a')
  tell([jammed])
  jammed.line.isClear = false
  tell([jammed])
  files = []
  for (let round = 0; round < 3; round += 1) tell([jammed])
  expect(jammed.sent).toHaveLength(1)
  jammed.line.isClear = true
  for (let round = 0; round < 3; round += 1) tell([jammed])
  expect(jammed.heard().slice(1)).toEqual([['progress', { files: [] }]])
})

test('[PRG-1] who comes when it is over is told nothing', () => {
  let files = [{ fileId, percent: 1 }]
  const tell = createProgressSender(() => files)
  const early = subscriber('a')
  tell([early])
  files = []
  const late = subscriber('a')
  tell([early, late])
  expect([early.sent.length, late.sent.length]).toEqual([2, 0])
})
