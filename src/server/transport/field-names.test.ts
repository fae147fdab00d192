import { expect, test } from 'vitest'
import { z } from 'zod'
import { namedAs } from './field-names.ts'

const schema = z.strictObject({ BidFileId: z.string(), StageOrd: z.number().optional() })

test('[REST-13] fields in another case or under another name of the envelope get the call’s names', () => {
  expect(namedAs(schema, { bidFileId: 'a', stageOrd: 2 })).toEqual({ BidFileId: 'a', StageOrd: 2 })
  expect(namedAs(schema, { BidFileId: 'a', BidStage: 2 })).toEqual({ BidFileId: 'a', StageOrd: 2 })
})

test('[REST-13] a field under its own name wins, and unknown ones stay to be refused', () => {
  expect(namedAs(schema, { BidFileId: 'a', bidFileId: 'b', other: 1 })).toEqual({ BidFileId: 'a', other: 1 })
  expect(namedAs(schema, null)).toBeNull()
  expect(namedAs(undefined, { x: 1 })).toEqual({ x: 1 })
})
