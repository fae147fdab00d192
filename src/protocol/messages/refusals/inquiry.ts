import type { Texts } from '../codes.ts'

/** Refusals about the objection inquiry; the texts of an objection are those of one before the opening. */
export const inquiryRefusals = {
  'inquiry-not-needed': {
    zh: '本标段无需异议询问！',
    en: 'There is no objection inquiry in this section.',
  },
  'inquiry-not-issued': {
    zh: '请先下达异议询问指令',
    en: 'Please issue the objection inquiry command first',
  },
  'inquiry-already-issued': {
    zh: '异议询问指令已下达！',
    en: 'The objection inquiry command has already been issued.',
  },
  'inquiry-too-late': {
    zh: '已进入开标结束环节，不能下达异议询问指令！',
    en: 'The end step has been entered: the objection inquiry cannot be issued any more.',
  },
  'inquiry-still-open': {
    zh: '异议询问还未结束，请稍候...',
    en: 'The objection inquiry has not ended, please wait...',
  },
  'inquiry-closed': { zh: '异议询问时间已结束！', en: 'The time for objections is over.' },
  'inquiry-already-answered': {
    zh: '您已答复异议询问！',
    en: 'You have already answered the objection inquiry.',
  },
  'inquiry-already-replied': {
    zh: '该开标异议已回复！',
    en: 'This objection to the opening has already been replied to.',
  },
  'inquiry-reply-missing': { zh: '请填写回复内容!', en: 'Please fill in the reply!' },
  'inquiry-reply-too-long': {
    zh: '回复内容不能超过{maximum}个字！',
    en: 'The reply must not be longer than {maximum} characters!',
  },
  'inquiry-replies-missing': {
    zh: '还有{count}条唱标或开标异议未回复，请先回复！',
    en: 'Some disputed rows or objections to the opening ({count}) have no reply yet; please reply first.',
  },
} as const satisfies Texts
