import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { type FiledDocument, recordKey } from '#domain/documents/document.ts'
import { ok } from '#lib/result.ts'
import * as histories from '#test/domain/histories.ts'
import { documentHash, documentId, opener } from '#test/domain/sample-actors.ts'
import { rules } from '#test/support/sample-tender.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import { createLogger } from '../logger.ts'
import { createOutbox, type OutboxParts, pauseAfter, readResult } from './outbox.ts'

it('doubles the pause after every failure, up to an hour', () => {
  expect([1, 2, 3, 4].map(pauseAfter)).toEqual([2000, 4000, 8000, 16_000])
  expect(pauseAfter(12)).toBe(3_600_000)
  expect(pauseAfter(5000)).toBe(3_600_000)
})

const price = '1280000.00'

const because = (message: string, code: string, details = {}) =>
  Object.assign(new Error(message), { code, ...details })

it.each([
  ['ECONNREFUSED', new TypeError('fetch failed', { cause: because('connect ECONNREFUSED', 'ECONNREFUSED') })],
  ['ETIMEDOUT', new DOMException('The operation timed out', 'TimeoutError')],
  ['internal', new SyntaxError(`Unexpected token in ${price}`)],
  ['internal', new Error('Failed query', { cause: because(price, '22P02', { severity: 'ERROR' }) })],
  ['unavailable', new Error(`Failed query\nparams: ${price}`, { cause: because('away', 'ECONNREFUSED') })],
])(
  '[PLF-4] a result that cannot be sent keeps the code %s, and no value of an error',
  async (problem, error) => {
    const lines: string[] = []
    const statements: { text: string; values: readonly unknown[] }[] = []
    const due = { id: randomUUID(), session_id: randomUUID(), seq: 1, attempts: 1 }
    const found = [due]
    const parts = {
      database: {
        pool: {
          async query(text: string, values: readonly unknown[]) {
            statements.push({ text, values })
            return { rows: text.includes('returning') ? found.splice(0) : [] }
          },
        },
      },
      log: { onAppended: () => () => undefined, read: () => Promise.reject(error) },
      ...{ url: 'https://platform.example/results', clock: () => 0 },
      logger: createLogger('warn', { write: (line: string) => void lines.push(line) }),
    } as unknown as OutboxParts
    vi.useFakeTimers()
    const outbox = createOutbox(parts)
    outbox.start()
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    await outbox.stop()
    const kept = statements.find(({ text }) => text.includes('problem = $3'))
    expect(kept?.values).toEqual([due.id, new Date(2000), problem])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ result: due.id, problem, err: { type: error.name } })
    expect(JSON.stringify([lines, statements])).not.toContain(price)
  },
)

it('[PLF-3] a result is not sent without its sealed record, and is the same whatever is filed meanwhile', async () => {
  const log = createMemoryLog(randomBytes)
  const session = randomUUID()
  await log.create({ id: session, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const append = (events: ReturnType<typeof histories.ended>) =>
    log.append(session, {
      actor: opener,
      commandId: randomUUID(),
      content: null,
      at: Date.now(),
      decide: () => ok(events),
    })
  await append(histories.ended())
  const seq = (await log.state(session))?.head ?? 0
  const due = { id: randomUUID(), session_id: session, seq }
  const asked: unknown[] = []
  let sealing: () => Promise<FiledDocument | null> = () => Promise.reject(new Error('the seal was refused'))
  const recordSealer = {
    sealed(...of: unknown[]) {
      asked.push(of)
      return sealing()
    },
  }
  const read = () => readResult({ log, rules, recordSealer }, due)
  await expect(read()).rejects.toThrow('the seal was refused')
  const sealed: FiledDocument = {
    ...{
      ...recordKey('sealed-record', 1),
      documentId: documentId(9),
      version: 1,
      reason: '',
      basis: seq,
      by: '',
    },
    ...{ sha256: documentHash(9), size: 4000, at: new Date().toISOString(), withdrawn: null },
  }
  sealing = async () => sealed
  const result = await read()
  expect(result.documents).toMatchObject([{ kind: 'sealed-record', sha256: documentHash(9) }])
  await append([histories.filed(1)])
  expect(await read()).toEqual(result)
  expect(asked[0]).toEqual([session, 1])
})
