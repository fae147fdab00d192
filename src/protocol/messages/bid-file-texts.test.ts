import { expect, test } from 'vitest'
import { event, eventVersions, type RecordedEvent, type SessionEvent } from '#domain/session/event.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidderCode,
  commercialId,
  commercialSubmission,
  fileId,
  twoFiles,
} from '#test/domain/sample-actors.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import { kindAmongSeveral } from './bid-file-texts.ts'
import { progressLine } from './progress.ts'

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const [decrypted, imported] = histories.imported(1) as [SessionEvent, SessionEvent]
const refused = event('DecryptionRefused', { ...bid, method: 'file-key', cause: 'wrong-key' })
const failed = event('BidFailed', { ...bid, kind: 'revoked', cause: 'time-out' })

const recorded = { seq: 1, at: '2026-03-02T01:31:00.000Z', actor: 'a', role: 'bidder' }

const line = (happened: SessionEvent, language: 'zh-CN' | 'en', kind: 'technical' | 'commercial' | null) =>
  progressLine(
    { ...happened, ...recorded, version: eventVersions[happened.type] } as RecordedEvent,
    language,
    {
      ...codesAsNames,
      nameOf: () => '甲公司',
      kindOf: (_, file) => (file === fileId(1) ? kind : null),
    },
  )

test.each<[SessionEvent, whole: readonly [string, string], part: readonly [string, string]]>([
  [
    histories.handedOver(1),
    ['甲公司已提交密钥，正在开启', '甲公司 handed over the key; the bid is being opened'],
    [
      '甲公司已提交商务标文件的密钥，正在开启',
      '甲公司 handed over the key of their commercial file; the commercial file is being opened',
    ],
  ],
  [
    decrypted,
    ['甲公司解密成功', '甲公司 decrypted their bid'],
    ['甲公司的商务标文件解密成功', '甲公司 decrypted their commercial file'],
  ],
  [
    imported,
    ['甲公司投标文件已导入', 'The bid of 甲公司 was imported'],
    ['甲公司的商务标文件已导入', 'The commercial file of 甲公司 was imported'],
  ],
  [
    refused,
    ['甲公司：解密失败！密钥与投标文件不匹配', '甲公司: '],
    ['甲公司（商务标文件）：解密失败！密钥与投标文件不匹配', '甲公司 (commercial file): '],
  ],
  [
    failed,
    ['甲公司的投标视为撤销：未在规定时间内解密', 'The bid of 甲公司 counts as revoked: '],
    [
      '甲公司（商务标文件）的投标视为撤销：未在规定时间内解密',
      'The bid of 甲公司 (commercial file) counts as revoked: ',
    ],
  ],
])('$type names the kind of file where a bid has several', (happened, whole, part) => {
  for (const [kind, [zh, en]] of [
    [null, whole],
    ['commercial', part],
  ] as const) {
    expect(line(happened, 'zh-CN', kind)).toBe(zh)
    expect(line(happened, 'en', kind)?.slice(0, en.length)).toBe(en)
  }
})

test('the technical file is named so only where there are others', () => {
  expect(line(imported, 'zh-CN', 'technical')).toBe('甲公司的技术标文件已导入')
  expect(line(imported, 'en', 'technical')).toBe('The technical file of 甲公司 was imported')
})

test('a file’s kind is found by its id, and null where the tender asks for one file', () => {
  const one = stateAfter(histories.decrypting())
  expect(kindAmongSeveral(one, bidderCode(1), fileId(1))).toBeNull()
  const { address, hardwareSerial, ...commercial } = commercialSubmission(1)
  const submitted = { bidderCode: bidderCode(1), ...commercial, replaces: null }
  const two = stateAfter([
    ...histories.submitted(twoFiles),
    event('BidSubmitted', submitted, { origin: { address, hardwareSerial } }),
  ])
  expect(kindAmongSeveral(two, bidderCode(1), fileId(1))).toBe('technical')
  expect(kindAmongSeveral(two, bidderCode(1), commercialId(1))).toBe('commercial')
  expect(kindAmongSeveral(two, bidderCode(2), commercialId(1))).toBeNull()
  expect(kindAmongSeveral(two, 'B9999', fileId(1))).toBeNull()
})
