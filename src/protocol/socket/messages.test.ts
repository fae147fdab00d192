import { expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson, sha256Hex } from '#domain/canonical.ts'
import { down, up, wireVersion } from './messages.ts'

const pinned = { version: 2, hash: '413272649c1928ccc1964821c70883f38f024f4b1a5b3f1ce130c43454a2fbc1' }

test('[VER-3] the messages are those of this wire version', () => {
  const schemas = Object.entries({ ...up, ...down }).map(([name, schema]) => [name, z.toJSONSchema(schema)])
  const hash = sha256Hex(canonicalJson(Object.fromEntries(schemas)))
  const advice =
    'A message has changed: raise `wireVersion` in messages.ts, then pin the new version and hash here.'
  expect({ version: wireVersion, hash }, advice).toEqual(pinned)
})
