import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openingOf } from '#test/domain/session.ts'
import { openingTime, tender } from '#test/domain/world.ts'
import { startThread } from '../threads/start-thread.ts'
import { createPrinter, type Printer } from './printer.ts'

const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: openingTime } as const
const bidder = { name: '江河水利建设集团有限公司', code: 'B0001' }
const letter = (printer: Printer) => printer.print('letter', tender(), bidder, options)
const beginning = (bytes: Uint8Array, length: number) =>
  Buffer.from(bytes.subarray(0, length)).toString('latin1')

const workers: Worker[] = []
let printer = createPrinter(start)

function start(): Worker {
  const worker = startThread('report')
  workers.push(worker)
  return worker
}

afterEach(async () => {
  await printer.stop()
  workers.length = 0
  printer = createPrinter(start)
})

test('every report is made in one thread, of a section as it is', async () => {
  const { state } = openingOf([{ name: '甲', figures: { price: '1.00' } }])
  const made = await Promise.all([
    letter(printer),
    printer.print('objections', state, { ...options, bidderCode: null }),
    printer.print('overview-pdf', state, options),
    printer.print('overview-excel', state, options),
  ])
  expect(made.map((bytes) => beginning(bytes, 4))).toEqual(['%PDF', '%PDF', '%PDF', 'PK\u0003\u0004'])
  expect(workers).toHaveLength(1)
})

test('a report that cannot be made fails alone', async () => {
  await expect(
    printer.print('letter', tender(), bidder, { ...options, timeZone: 'Nowhere' }),
  ).rejects.toThrow('Nowhere')
  expect(beginning(await letter(printer), 5)).toBe('%PDF-')
  expect(workers).toHaveLength(1)
})

test('a thread that dies fails the report it was at, and is replaced for the next', async () => {
  const failed = expect(letter(printer)).rejects.toThrow()
  await expect.poll(() => workers.length).toBe(1)
  await workers[0]?.terminate()
  await failed
  expect(beginning(await letter(printer), 5)).toBe('%PDF-')
  expect(workers).toHaveLength(2)
})
