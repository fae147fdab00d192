import type { Texts } from '../codes.ts'

/** Refusals of step 1. */
export const preparationRefusals = {
  'too-few-bidders': {
    zh: '投标人不足{minimum}家（现有{count}家），请发布流标公告！',
    en: 'Fewer than {minimum} bidders ({count}): please publish an abandonment notice.',
  },
  'person-info-missing': {
    zh: '请先填写人员录入信息!',
    en: 'Please fill in the personnel entry information first!',
  },
  'workers-missing': {
    zh: '请先填写人员录入信息!',
    en: 'Please fill in the personnel entry information first!',
  },
  'worker-incomplete': { zh: '请先完善信息', en: 'Please complete the row first' },
  'worker-name-too-long': {
    zh: '姓名不能超过{maximum}个字！',
    en: 'The name must not be longer than {maximum} characters!',
  },
  'worker-contact-malformed': { zh: '联系方式格式不正确', en: 'The contact is not in the right form' },
  'unknown-worker': { zh: '该人员不存在或已被删除！', en: 'This person is not in the list, or was removed!' },
  'personnel-import-off': {
    zh: '本地区不支持从其他标段获取人员！',
    en: 'Personnel cannot be fetched from other sections here!',
  },
  'unknown-section': { zh: '标段不存在！', en: 'There is no such section.' },
  'no-workers-to-import': { zh: '该标段没有可添加的人员！', en: 'That section has nobody to add!' },
  'letter-not-asked-for': {
    zh: '本标段不需要签署承诺函！',
    en: 'This section asks for no commitment letter!',
  },
  'letter-not-read': {
    zh: '请阅读承诺函至少{seconds}秒后再签署！',
    en: 'Please read the letter for at least {seconds} seconds before signing.',
  },
  'letter-not-created': {
    zh: '承诺函尚未生成，请重新打开！',
    en: 'The commitment letter has not been made yet; please open it again!',
  },
  'letter-already-signed': { zh: '承诺函已签署！', en: 'The commitment letter is signed.' },
  'person-name-missing': { zh: '请输入姓名', en: 'Please enter name' },
  'person-id-missing': { zh: '请输入身份证号', en: 'Please enter ID number' },
  'person-id-invalid': { zh: '身份证号格式不正确', en: 'The ID number is not valid' },
} as const satisfies Texts
