import type { Texts } from '../codes.ts'

/** Refusals about objections, replies and attachments. */
export const objectionsRefusals = {
  'objections-closed': {
    zh: '开标已结束!',
    en: 'The opening has ended.',
  },
  'objections-until-opening': {
    zh: '开标已开始，不再接收异议和回复！',
    en: 'The opening of bid files has begun: objections and replies are no longer accepted.',
  },
  'objections-until-announcement': {
    zh: '已进入唱标环节，不再接收异议和回复！',
    en: 'The announcement has begun: objections and replies are no longer accepted.',
  },
  'objection-missing': { zh: '请填写异议内容！', en: 'Please fill in the objection!' },
  'objection-too-long': {
    zh: '异议内容不能超过{maximum}个字！',
    en: 'The objection must not be longer than {maximum} characters!',
  },
  'objections-too-many': {
    zh: '每个投标人最多提出{maximum}条异议！',
    en: 'A bidder may raise at most {maximum} objections!',
  },
  'reply-missing': { zh: '请填写回复内容!', en: 'Please fill in the reply!' },
  'reply-too-long': {
    zh: '回复内容不能超过{maximum}个字！',
    en: 'The reply must not be longer than {maximum} characters!',
  },
  'unknown-objection': { zh: '该异议不存在！', en: 'There is no such objection.' },
  'objection-already-replied': { zh: '该异议已回复！', en: 'This objection has already been replied to.' },
  'objection-not-replied': { zh: '该异议尚未回复！', en: 'This objection has not been replied to yet.' },
  'attachment-kind': {
    zh: '上传文件只支持jpg/pdf/doc/docx格式!',
    en: 'Only jpg, pdf, doc and docx files can be uploaded!',
  },
  'attachment-too-large': {
    zh: '上传文件大小不能超过 {megabytes}MB!',
    en: 'The uploaded file must not be larger than {megabytes} MB!',
  },
  'attachment-name-too-long': {
    zh: '上传文件名不能超过 {maximum} 个字符!',
    en: 'The name of the uploaded file must not be longer than {maximum} characters!',
  },
  'attachment-missing': {
    zh: '附件已不存在，请重新上传！',
    en: 'The attachment is no longer there; please upload it again!',
  },
  'attachment-one-only': { zh: '只能上传一个文件!', en: 'Only one file can be uploaded!' },
  'attachment-kept': { zh: '删除文件失败!', en: 'Deleting the file failed!' },
  'upload-failed': { zh: '上传失败！', en: 'The upload failed!' },
} as const satisfies Texts
