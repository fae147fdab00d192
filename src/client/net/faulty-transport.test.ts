import { NEVER, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import type { DownMessage, UpMessage } from '#streams/transport.ts'
import { type Faults, faultyTransport, noFaults } from './faulty-transport.ts'

const idle = { pings$: NEVER, restart() {} }

/** Heartbeats 1, 2, 3, … through a transport with these faults, as two subscribers receive them: `time: head`. */
function heard(faults: Partial<Faults>, count = 4): string[][] {
  const scheduler = new VirtualTimeScheduler()
  const messages$ = new Subject<DownMessage>()
  const transport = faultyTransport(
    { connected$: new Subject(), messages$, ...idle, send: () => {} },
    scheduler,
  )
  const listeners: string[][] = [[], []]
  for (const listener of listeners) {
    transport.messages$.subscribe(({ body }) =>
      listener.push(`${scheduler.now()}: ${(body as { head: number }).head}`),
    )
  }
  transport.faults$.next({ ...noFaults, ...faults })
  for (let head = 1; head <= count; head++) messages$.next({ kind: 'hb', body: { epoch: 'A', head, now: 0 } })
  scheduler.flush()
  return listeners
}

test.each([
  ['no faults', {}, ['0: 1', '0: 2', '0: 3', '0: 4']],
  ['a delay', { delayMs: 500 }, ['500: 1', '500: 2', '500: 3', '500: 4']],
  ['doubling', { double: true }, ['0: 1', '0: 1', '0: 2', '0: 2', '0: 3', '0: 3', '0: 4', '0: 4']],
  ['reordering', { reorder: true }, ['0: 2', '0: 1', '0: 4', '0: 3']],
  ['loss', { lose: true }, []],
] as const)('every listener hears the same of a transport with %s', (_, faults, expected) => {
  expect(heard(faults)).toEqual([expected, expected])
})

test('a cut socket neither sends nor receives until it is restored', () => {
  const connected$ = new Subject<boolean>()
  const sent: UpMessage[] = []
  const transport = faultyTransport(
    { connected$, messages$: new Subject(), ...idle, send: (message) => sent.push(message) },
    new VirtualTimeScheduler(),
  )
  const states: boolean[] = []
  transport.connected$.subscribe((connected) => states.push(connected))
  const wish: UpMessage = { kind: 'sub', body: { session: 's', epoch: '', after: 0 } }
  connected$.next(true)
  transport.faults$.next({ ...noFaults, cut: true })
  transport.send(wish)
  transport.faults$.next(noFaults)
  transport.send(wish)
  expect(states).toEqual([true, false, true])
  expect(sent).toHaveLength(1)
})
