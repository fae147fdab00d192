import { expect, test } from 'vitest'
import { messageFor } from './catalogue.ts'
import type { MessageCode } from './codes.ts'

test.each([
  [0, '只有到了开标时间才能进入项目！', 'You can only enter the project when the bid opening time has come!'],
  [30, '开标前30分钟才能进入项目!', 'You can enter the project 30 minutes before the opening!'],
  [60, '未到准备时间！', 'Preparation time not yet reached!'],
])('[MSG-2] an early entry is refused with the text of a lead time of %i minutes', (leadMinutes, zh, en) => {
  const refusal = { code: 'opening-time-not-reached', params: { leadMinutes } } as const
  expect(messageFor('zh-CN', refusal)).toBe(zh)
  expect(messageFor('en', refusal)).toBe(en)
})

test('the text of too few bids has their number', () => {
  const refusal = { code: 'too-few-bidders', params: { minimum: 3, count: 2 } } as const
  expect(messageFor('zh-CN', refusal)).toBe('投标人不足3家（现有2家），请发布流标公告！')
  expect(messageFor('en', refusal)).toBe('Fewer than 3 bidders (2): please publish an abandonment notice.')
})

test('numbers stand in a text without braces', () => {
  const pace = { code: 'reading-pace-invalid', params: { minimum: 3, maximum: 300 } } as const
  expect(messageFor('zh-CN', pace)).toBe('唱标间隔须为3至300秒的整数！')
  expect(messageFor('en', pace)).toBe('The pace must be a whole number from 3 to 300 seconds.')
  const unread = { code: 'bids-not-read', params: { count: 2 } } as const
  expect(messageFor('zh-CN', unread)).toBe('还有2家投标单位未唱标！')
  expect(messageFor('en', unread)).toBe('Some bids (2) have not been read yet.')
})

/** Texts copied exactly from the specifications; some have full-width punctuation, some plain. */
const specified: readonly (readonly [MessageCode, string])[] = [
  // Fields of forms.
  ['account-missing', '请填写账号'],
  ['password-missing', '请填写密码'],
  ['decryption-limit-missing', '请输入解密时限'],
  ['decryption-limit-not-positive-integer', '请输入正整数'],
  ['decryption-limit-too-short', '解密时间不得少于5分钟！'],
  ['draw-values-invalid', '请正确输入相关值!'],
  ['draw-interval-invalid', '请正确输入间值!'],
  ['draw-range-invalid', '请正确输入开始值和结束值!'],
  ['draw-alpha-beta-missing', '请抽取参数（α、β）'],
  ['draw-a-g-missing', '请抽取参数（a、g）'],
  ['drawer-missing', '请填写抽取人'],
  ['draw-parameters-missing', '请抽取参数!'],
  ['draw-parameter-missing', '请抽取参数'],
  ['draw-floating-percentage-missing', '请抽取评标基准价浮动比例值'],
  ['draw-k-missing', '请抽取k值'],
  ['draw-j-missing', '请抽下降比值J值'],
  ['draw-coefficient-missing', '请抽评标基准价系数'],
  ['objection-missing', '请填写异议内容！'],
  ['reply-missing', '请填写回复内容!'],
  ['unknown-bidder', '不存在此投标人!'],
  ['attachment-kind', '上传文件只支持jpg/pdf/doc/docx格式!'],
  ['attachment-too-large', '上传文件大小不能超过 50MB!'],
  ['amount-not-positive', '请输入正整数！'],
  ['amount-decimals', '请输入两位小数！'],
  ['worker-contact-malformed', '联系方式格式不正确'],
  ['worker-incomplete', '请先完善信息'],
  // Steps, files and uploads.
  ['workers-missing', '请先填写人员录入信息!'],
  ['person-info-missing', '请先填写人员录入信息!'],
  ['objections-closed', '开标已结束!'],
  ['opening-ended', '开标已结束!'],
  ['decryption-not-issued', '开标人未下达解密指令，请稍候...'],
  ['enter-opening-first', '请先进入投标文件开启环节'],
  ['enter-announcement-first', '请先进入唱标环节'],
  ['announce-first', '请先进行唱标'],
  ['imports-pending', '有投标单位未完成导入,请先处理!'],
  ['tender-file-missing', '招标文件未导入，请导入后查看。'],
  ['download-missing', '下载地址为空！'],
  ['bid-not-opened', '该投标单位投标文件还未导入！'],
  ['address-missing', '地址为空！'],
  ['upload-failed', '上传失败！'],
  ['attachment-kept', '删除文件失败!'],
  ['already-evaluated', '该项目已参与评价！'],
  ['evaluation-list-failed', '查询未评价的项目接口失败！'],
  ['evaluation-page-failed', '获取评价界面地址失败！'],
  // Scanning.
  ['qr-user-missing', '缺少用户数据！'],
]

test.each(specified)('[MSG-1] %s has the text of the specifications: %s', (code, text) => {
  expect(messageFor('zh-CN', { code, params: { minimum: 5, megabytes: 50 } })).toBe(text)
})

test.each<[MessageCode, string]>([
  ['login-failed', '登录失败！'],
  ['sign-on-refused', '登录失败！'],
  ['qr-declined', '扫码失败！'],
  ['wrong-key', '解密失败！'],
  ['damaged-file', '解密失败！'],
  ['bad-content', '解密失败！'],
  ['server-failure', '解密失败！'],
])('[MSG-3] %s begins with %s and continues with the cause', (code, words) => {
  const text = messageFor('zh-CN', { code })
  expect(text.slice(0, words.length)).toBe(words)
  expect(text.length).toBeGreaterThan(words.length)
})
