import { expect, test } from 'vitest'
import type { EncodedMessage } from './encoded-message.ts'
import { createProgressSender } from './progress.ts'
import type { SocketWriter } from './socket-writer.ts'

const fileId = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'

function subscriber(sessionId: string) {
  const sent: EncodedMessage[] = []
  const connection = { isDrained: true }
  const writer = {
    send: (message) => void sent.push(message),
    isDrained: () => connection.isDrained,
  } as SocketWriter
  return {
    sessionId,
    writer,
    connection,
    sent,
    received: () => sent.map(({ packet }) => JSON.parse(packet.slice(1))),
  }
}

test('[PRG-1] subscribers get the progress of a section’s files, encoded once, and an empty list at the end', () => {
  let files = [{ fileId, percent: 40 }]
  const tell = createProgressSender((sessionId) => (sessionId === 'a' ? files : []))
  const [one, two, elsewhere] = [subscriber('a'), subscriber('a'), subscriber('b')]
  const all = [one, two, elsewhere]
  tell(all)
  files = []
  for (let round = 0; round < 3; round += 1) tell(all)
  expect(one.received()).toEqual([
    ['progress', { files: [{ bidFileId: fileId, percent: 40 }] }],
    ['progress', { files: [] }],
  ])
  expect(two.sent[0]).toBe(one.sent[0])
  expect(elsewhere.sent).toEqual([])
})

test('[PRG-1] a connection that is not drained is skipped and gets the empty list once it is drained', () => {
  let files = [{ fileId, percent: 1 }]
  const tell = createProgressSender(() => files)
  const blocked = subscriber('a')
  tell([blocked])
  blocked.connection.isDrained = false
  tell([blocked])
  files = []
  for (let round = 0; round < 3; round += 1) tell([blocked])
  expect(blocked.sent).toHaveLength(1)
  blocked.connection.isDrained = true
  for (let round = 0; round < 3; round += 1) tell([blocked])
  expect(blocked.received().slice(1)).toEqual([['progress', { files: [] }]])
})

test('[PRG-1] a subscriber who comes after the end gets nothing', () => {
  let files = [{ fileId, percent: 1 }]
  const tell = createProgressSender(() => files)
  const early = subscriber('a')
  tell([early])
  files = []
  const late = subscriber('a')
  tell([early, late])
  expect([early.sent.length, late.sent.length]).toEqual([2, 0])
})
