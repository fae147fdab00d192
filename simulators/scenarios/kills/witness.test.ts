import { describe, expect, test } from 'vitest'
import { type Entry, genesisHash, recordEntry } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { createWitness } from './witness.ts'

const session = '6f1d2f0a-5a0e-4a44-9a43-1f4f1f5f7a01'

/** A log of messages, one for each command id. */
function logOf(ids: readonly string[]): Entry[] {
  const log: Entry[] = []
  for (const [i, commandId] of ids.entries()) {
    const previous = log.at(-1)?.hash ?? genesisHash(session)
    const place = {
      seq: i + 1,
      at: '2026-01-05T01:00:00.000Z',
      actor: 'o',
      role: 'opener',
      commandId,
      previous,
    }
    const message = { message: `message of ${commandId}`, name: 'Opener' }
    log.push(recordEntry(event('MessagePosted', message), place, () => '00'))
  }
  return log
}

/** A witness who was shown a log of the commands a, b and c, and two acknowledgements. */
function witnessOfThree() {
  const witness = createWitness()
  witness.saw(session, logOf(['a', 'b', 'c']))
  witness.acknowledged({ session, id: 'b', seq: 2 })
  witness.acknowledged({ session, id: 'c', seq: 3 })
  return witness
}

describe('[NOD-1] what was told of a log', () => {
  test('is found in it, with newer entries after it', () => {
    const witness = witnessOfThree()
    expect(witness.expectation(session)(logOf(['a', 'b', 'c', 'd']))).toEqual([])
    expect(witness.totals()).toEqual({ acknowledged: 2, entries: 4 })
  })

  test.each([
    ['a lost entry', ['a', 'b'], [/entry 3 .* lost/, /command c .* lost/]],
    ['another order', ['b', 'a', 'c'], [/entry 1 .* another now/, /command b .* stands at 1/]],
    ['an entry in between', ['a', 'x', 'b', 'c'], [/entry 2 .* another now/, /command c .* stands at 4/]],
    ['a command executed twice', ['a', 'b', 'c', 'b'], [/command b .* twice, as entries 2 and 4/]],
  ])('is not in a log with %s', (_, ids, expected) => {
    const found = witnessOfThree().expectation(session)(logOf(ids)).join('\n')
    for (const sentence of expected) expect(found).toMatch(sentence)
  })

  test('is not in a log whose chain breaks', () => {
    const [first, , third] = logOf(['a', 'b', 'c'])
    const log = [first, third].flatMap((entry) => entry ?? [])
    expect(createWitness().expectation(session)(log)).toEqual([expect.stringContaining('breaks at entry 2')])
  })

  test('is expected as of the moment before the log was read', () => {
    const witness = witnessOfThree()
    const differences = witness.expectation(session)
    witness.acknowledged({ session, id: 'd', seq: 4 })
    expect(differences(logOf(['a', 'b', 'c']))).toEqual([])
    expect(witness.expectation(session)(logOf(['a', 'b', 'c']))).toHaveLength(1)
  })

  test.each([
    [
      'two hashes of one entry',
      'two hashes',
      (witness: ReturnType<typeof createWitness>) => witness.saw(session, logOf(['x'])),
    ],
    [
      'two answers to one command',
      'as entry 2 and as 5',
      (witness: ReturnType<typeof createWitness>) => witness.acknowledged({ session, id: 'b', seq: 5 }),
    ],
    ['another log', 'replaced', (witness: ReturnType<typeof createWitness>) => witness.replaced(session)],
  ])('does not go with %s', (_, words, tell) => {
    const witness = witnessOfThree()
    tell(witness)
    expect(witness.expectation(session)(logOf(['a', 'b', 'c']))).toEqual([expect.stringContaining(words)])
  })
})
