import type { Texts } from '../codes.ts'

/** Refusals about the tender and its files. */
export const tenderRefusals = {
  'already-published': { zh: '标段已发布！', en: 'The section has already been published.' },
  'tender-locked': {
    zh: '开标已开始，招标文件和评标参数不能再修改！',
    en: 'The opening has begun; tender files and evaluation parameters can no longer be changed.',
  },
  'tender-file-not-needed': {
    zh: '本标段不需要导入此类招标文件！',
    en: 'This section takes no tender file of this kind.',
  },
  'tender-file-wrong-kind': {
    zh: '所选文件不是此类招标文件，请核对后重新选择！',
    en: 'This is a tender file of another kind; please check and choose again.',
  },
  'tender-file-other-section': {
    zh: '招标文件属于其他标段（{sectionCode}），不能导入！',
    en: 'The tender file belongs to another section ({sectionCode}) and cannot be imported.',
  },
  'tender-file-columns': {
    zh: '招标文件的报价项或投标函格式不符合要求！',
    en: 'The price columns or the bid form of the tender file are not in due form.',
  },
  'tender-file-base-price': {
    zh: '评标基准价的计算规则与标段的报价项或采购方式不符！',
    en: 'The rule of the base price does not fit the section’s price columns or procurement method.',
  },
  'columns-in-use': {
    zh: '已有投标人递交投标文件，报价项和投标函格式不能再改变！',
    en: 'Bids have been submitted; price columns and bid form can no longer be changed.',
  },
  'parameters-drawn': {
    zh: '已抽取参数，不能再导入更改评标参数的文件！',
    en: 'Parameters have been drawn; a file that changes the evaluation parameters can no longer be imported.',
  },
  'control-price-above-ceiling': {
    zh: '控制价高于最高投标限价，请在控制价备注中填写原因！',
    en: 'The control price is above the ceiling price; please give the reason in its remark.',
  },
  'amount-not-positive': { zh: '请输入正整数！', en: 'Please enter a positive number.' },
  'amount-decimals': { zh: '请输入两位小数！', en: 'Please enter at most two decimals.' },
  'technical-file-not-imported': {
    zh: '招标文件未导入，请先导入！',
    en: 'The tender file is not imported; please import it first!',
  },
  'commercial-file-not-imported': {
    zh: '商务标招标文件未导入，请先导入！',
    en: 'The commercial tender file is not imported; please import it first!',
  },
  'control-price-file-not-imported': {
    zh: '控制价文件未导入，请先导入！',
    en: 'The control-price file is not imported; please import it first!',
  },
  'download-missing': { zh: '下载地址为空！', en: 'The download address is empty!' },
  'address-missing': { zh: '地址为空！', en: 'The address is empty!' },
  'tender-file-suffix': {
    zh: '此类招标文件只支持{suffixes}格式！',
    en: 'Tender files of this kind are {suffixes} only.',
  },
  'tender-file-malformed': { zh: '招标文件内容不正确！', en: 'The tender file is not in due form.' },
  'tender-file-missing': {
    zh: '招标文件未导入，请导入后查看。',
    en: 'The tender file has not been imported; import it first.',
  },
  'commercial-file-missing': {
    zh: '商务标文件未导入，请导入后查看。',
    en: 'The commercial file has not been imported; import it first.',
  },
  'control-price-file-missing': {
    zh: '控制价文件未导入，请导入后查看。',
    en: 'The control-price file has not been imported; import it first.',
  },
  'control-price-sealed': {
    zh: '控制价在下达解密指令后公开。',
    en: 'The control price becomes public with the decryption command.',
  },
  'control-price-sealed-plain': {
    zh: '控制价在进入投标文件开启环节后公开。',
    en: 'The control price becomes public with the entry to the opening of bid files.',
  },
} as const satisfies Texts
