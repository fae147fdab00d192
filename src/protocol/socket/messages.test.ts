import { expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { hallChangedSchema } from './changed.ts'
import { down, up, wireVersion } from './messages.ts'

const pinned = { version: 3, hash: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672' }

test('[VER-3] the messages are those of this wire version', () => {
  const schemas = Object.entries({ ...up, ...down, hallChanged: hallChangedSchema }).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema),
  ])
  const hash = sha256Hex(canonicalJson(Object.fromEntries(schemas)))
  const advice =
    'A message has changed: raise `wireVersion` in messages.ts, then pin the new version and hash here.'
  expect({ version: wireVersion, hash }, advice).toEqual(pinned)
})
