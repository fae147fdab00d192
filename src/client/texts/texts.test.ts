import { expect, test } from 'vitest'
import { catalogue } from '#protocol/messages/catalogue.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { shipped } from '#variants/load.ts'
import { replaceTexts } from './index.ts'

test("[VAR-3] a region's own texts replace the usual ones, in both languages", async () => {
  const texts = allTexts('zh-CN')
  replaceTexts(texts, { 'steps:announcement.title': { zh: '开标报价', en: 'Reading out' } })
  expect(texts.t('steps:announcement.title')).toBe('开标报价')
  await texts.changeLanguage('en')
  expect(texts.t('steps:announcement.title')).toBe('Reading out')
  expect(texts.t('steps:opening.title')).toBe('Opening of bid files')
})

test.each(shipped)('$name replaces only texts that exist', ({ texts: words }) => {
  const texts = allTexts('zh-CN')
  expect(Object.keys(words).filter((name) => !texts.exists(name))).toEqual([])
})

test('English uses the singular for one simulated bidder', () => {
  const { t } = allTexts('en')
  const names = ['demoJoined', 'demoPresent', 'demoInvited', 'demoAllPresent']
  expect(names.map((name) => t(`shell:${name}`, { count: 1, present: 0 }))).toEqual([
    '1 simulated bidder invited.',
    'The bidder is not here yet',
    'Invited; not here yet',
    'The bidder is here',
  ])
})

test('the opener’s word on an objection is called 回复, as in the record', () => {
  const texts = allTexts('zh-CN').getDataByLanguage('zh-CN') ?? {}
  const replies = Object.entries(texts).flatMap(([space, words]) =>
    Object.entries(words as Record<string, string>).flatMap(([key, text]) =>
      /repl(y|ied|ies)|disputes|unanswered/i.test(key) ? [[`${space}:${key}`, text] as const] : [],
    ),
  )
  expect(replies.length).toBeGreaterThan(20)
  expect(replies.filter(([, text]) => text.includes('答复'))).toEqual([])
})

/** The specifications' exact texts, some with full-width and some with plain punctuation. */
test.each([
  // Messages beside fields.
  ['personnel:saveFirst', '请先保存上一行的信息'],
  // Steps, objections and the section list.
  ['hall:possibleIn', '距可进入时间'],
  ['steps:opening.issueFailed', '下达解密指令失败！'],
  ['steps:opening.waitCommand', '开标人未下达解密指令，请稍候...'],
  ['steps:decryption.barNotIssued', '开标人未下达解密指令，请稍候...'],
  ['shell:waitDecryption', '开标人未下达解密指令，请稍候...'],
  ['steps:announcement.notYetOthers', '开标人还未进入唱标环节，请稍后...'],
  ['shell:waitAnnouncement', '开标人还未进入唱标环节，请稍后...'],
  ['steps:ending.notYetOthers', '开标人还未进入开标结束环节，请稍候...'],
  ['shell:waitEnd', '开标人还未进入开标结束环节，请稍候...'],
  ['steps:opening.notYetOpener', '请先进入投标文件开启环节'],
  ['steps:announcement.notYetOpener', '请先进入唱标环节'],
  ['steps:ending.notYetOpener', '请先进行唱标'],
  ['objections:replyFailed', '回复失败！'],
  ['objections:raiseFailed', '提出异议失败！'],
  ['objections:uploadFailed', '上传失败！'],
  ['objections:uploaded', '上传成功'],
  ['objections:deleteFailed', '删除文件失败!'],
  ['objections:deleted', '删除成功'],
  ['hall:listFailed', '获取列表失败！'],
  ['login:failed', '登录失败！'],
  ['sign-on:failed', '登录失败！'],
  // Scanning, and results of acts.
  ['common:qr.loadFailed', '获取二维码失败！'],
  ['common:qr.statusFailed', '获取状态失败！'],
  ['steps:phone.problem.code-failed', '获取二维码失败！'],
  ['steps:phone.problem.status-failed', '获取状态失败！'],
  ['steps:phone.problem.scan-failed', '扫码失败！'],
  ['steps:phone.problem.source-missing', '缺少SourceString！'],
  ['steps:phone.problem.data-missing', '缺少Data！'],
  ['steps:phone.problem.certificate-missing', '缺少CertInfo！'],
  ['steps:decryption.refusedTitle', '解密失败！'],
  ['commitment:signedToast', '保存签章成功！'],
  ['commitment:saveFailed', '保存签章失败！'],
  ['common:changeFailed', '修改失败！'],
  ['common:operationFailed', '操作失败！'],
  ['common:deleteFailed', '删除失败！'],
  ['preparation:parameters.saved', '修改成功！'],
  ['personnel:changed', '修改成功！'],
  ['personnel:removed', '删除成功！'],
  // Files of the opener.
  ['steps:ending.files.uploaded', '上传成功'],
  ['steps:ending.files.uploadFailed', '上传失败！'],
  ['steps:ending.files.deleted', '删除成功'],
  ['steps:ending.files.deleteFailed', '删除失败'],
])('[MSG-1] %s has the exact text of the specifications: %s', (name, text) => {
  expect(allTexts('zh-CN').t(name)).toBe(text)
})

/** Without the blanks around a text and its last mark, and with one form for parameters. */
function plain(text: string): string {
  return text
    .replace(/\{\{?\w+\}?\}/g, '#')
    .trim()
    .replace(/[.!。！]$/, '')
}

/** All texts of the screens in both languages, by `namespace:key`; plural forms have no partner in Chinese. */
function screenTexts() {
  const texts = allTexts('zh-CN')
  return Object.entries(texts.getDataByLanguage('zh-CN') ?? {}).flatMap(([namespace, keys]) =>
    Object.entries(keys as Record<string, string>).map(([key, text]) => ({
      name: `${namespace}:${key}`,
      zh: text,
      en: String(texts.getResource('en', namespace, key) ?? ''),
    })),
  )
}

test('[MSG-4] a text of the screens that is a refusal’s in one language is so in the other', () => {
  const messages = Object.entries(catalogue)
  const texts = screenTexts()
  expect(texts.length).toBeGreaterThan(1_000)
  const differ = texts.flatMap(({ name, zh, en }) =>
    messages
      .filter(([, message]) => (plain(message.zh) === plain(zh)) !== (plain(message.en) === plain(en)))
      .map(([code]) => `${name} ${code}`),
  )
  expect(differ).toEqual([])
})

test('[MSG-4] refusals with one text in one language have one in the other', () => {
  const messages = Object.entries(catalogue)
  const differ = messages.flatMap(([code, { zh, en }]) =>
    messages
      .filter(([, other]) => (other.zh === zh) !== (other.en === en))
      .map(([other]) => `${code} ${other}`),
  )
  expect(differ).toEqual([])
})

test('[MSG-4] a field that is checked on the screen is refused in the words of the server', () => {
  const own = new Map(screenTexts().map(({ name, zh }) => [plain(zh), name]))
  const checked = [
    ...(['account-missing', 'password-missing', 'message-missing', 'remarks-missing'] as const),
    ...(['person-name-missing', 'person-id-missing', 'person-id-invalid', 'malformed-key'] as const),
    ...(['wrong-key', 'damaged-file', 'bad-content', 'server-failure', 'tender-locked'] as const),
    ...(['bid-excluded', 'bid-incomplete', 'session-expired', 'certificate-mismatch', 'too-large'] as const),
  ]
  expect(checked.filter((code) => own.has(plain(catalogue[code].zh)))).toEqual([])
  expect(catalogue['too-large']).toEqual(catalogue['attachment-too-large'])
})
