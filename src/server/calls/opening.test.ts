import { expect, test } from 'vitest'
import type { FileState } from '#domain/submission/bid-state.ts'
import { ok } from '#lib/result.ts'
import { bidder, bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { cd } from '#variants/cd.ts'
import type { Services } from '../services.ts'
import { openingHandlers } from './opening.ts'

const at = '2026-03-02T01:40:00.000Z'

/** The answer to a bidder who hands over a key; `file` is the outcome, null where it takes too long. */
async function answerTo(file: FileState | null, type?: 1 | 2 | 3) {
  const { jyptDecryptFile } = openingHandlers({
    authority: { submit: async () => ok({ seq: 9 }) },
    bidFileProcessor: { waitForOutcome: async () => file },
    settings: { variant: cd },
  } as unknown as Services)
  const body = {
    ...{ TBWJ_Guid: fileId(1), TBWJ_Key: 'key', EntprsCode: bidderCode(1) },
    ...(type === undefined ? {} : { TBWJ_CA_Type: type }),
  }
  const asking = { body, login: { actor: bidder(1) }, session: { id: 's' }, language: 'zh-CN' }
  return jyptDecryptFile(asking as unknown as Parameters<typeof jyptDecryptFile>[0])
}

test.each<[string, FileState | null, string]>([
  ['opened', { status: 'imported', method: 'certificate', at, documentCount: 1 }, ''],
  ['not opened', { status: 'refused', cause: 'wrong-key', at }, '解密失败！密钥与投标文件不匹配'],
  ['still being opened', null, '密钥已提交，正在开启投标文件，请稍候...'],
])('[REST-3] a decryption call answers for a file that was %s', async (_name, file, text) => {
  expect(await answerTo(file)).toEqual(ok(text))
})

test('[REST-7] a certificate of a provider that the region does not have is refused', async () => {
  const opened: FileState = { status: 'imported', method: 'certificate', at, documentCount: 1 }
  for (const type of [1, 2] as const) expect(await answerTo(opened, type)).toEqual(ok(''))
  expect(await answerTo(opened, 3)).toMatchObject({ error: { code: 'unknown-certificate-provider' } })
})
