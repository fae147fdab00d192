import { expect, it } from 'vitest'
import { resultSchema } from '#protocol/session-result.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { figuresOf, signatureOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { rules } from '#test/support/sample-tender.ts'
import { resultOf } from './session-result.ts'

const id = '00000000-0000-4000-8000-000000000001'
const bids = [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n), signs: n === 1 }))

it('[PLF-3] a result has people, window, signatures and the record’s hash', () => {
  const { state, entries } = openingOf(bids)
  const last = entries.at(-1)
  const result = last && resultOf(id, id, last, state, rules)
  expect(resultSchema.parse(result)).toEqual(result)
  expect(result).toMatchObject({
    event: 'opening-ended',
    recordHash: state.signing?.recordHash,
    persons: { kbr: '王主持', cbr: '刘唱标', jlr: '周记录', jbr: '陈监督' },
    decryption: { StartTime: state.decryption?.issuedAt, closedBy: state.decryption?.cause },
    signing: { is_SignConfirm: true },
    baseTotalPrice: null,
    documents: [],
  })
  expect(result?.bids.map(({ signature }) => signature?.jws ?? null)).toEqual([signatureOf(1).jws, null])
})

it('[PLF-3] names the documents by which their bytes are checked', () => {
  const { entries } = openingOf(bids)
  const last = entries.at(-1)
  const state = stateAfter([...histories.signingConfirmed(), histories.filed(1)])
  const result = last && resultOf(id, id, last, state, rules)
  expect(result?.documents).toMatchObject([{ kind: 'overview', version: 1, StageOrd: 1, size: 1200 }])
})
