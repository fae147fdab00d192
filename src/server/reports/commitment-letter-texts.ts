import type { Tender } from '#domain/tender/tender.ts'
import type { ReportLanguage } from './texts.ts'

/** The texts of a commitment letter. */
export interface LetterTexts {
  readonly title: string
  readonly to: string
  readonly opening: string
  readonly promises: readonly string[]
  readonly closing: string
  readonly facts: {
    readonly bidder: string
    readonly bidderCode: string
    readonly section: string
    readonly opensAt: string
    readonly madeAt: string
  }
  readonly signing: string
  readonly page: (page: number, count: number) => string
}

export function letterTexts(language: ReportLanguage, tender: Tender): LetterTexts {
  return language === 'en' ? english(tender) : chinese(tender)
}

function chinese({ tenderer, agency, sectionName, sectionCode }: Tender): LetterTexts {
  return {
    title: '投标人承诺函',
    to: `致：${[tenderer, agency].filter((unit) => unit !== '').join('、')}`,
    opening: `我单位自愿参加“${sectionName}”（标段编号：${sectionCode}）的投标，现就本次开标郑重承诺如下：`,
    promises: [
      '遵守招标投标、政府采购的法律法规和本次开标的程序与纪律，服从开标人的组织和监督人的监督。',
      '投标文件及所附资料真实、准确、完整，不弄虚作假，不借用他人名义投标。',
      '投标文件由我单位独立编制和密封，不与招标人、代理机构或者其他投标人串通，不以不正当手段影响开标。',
      '在规定时限内使用本单位的数字证书或文件密钥完成解密，并确认开标一览表、签署开标记录；因我单位原因未能按时完成的，由我单位承担后果。',
      '对开标有异议的，在规定的时间内通过开标系统提出；保管好数字证书、密码和文件密钥，对使用它们所做的操作负责。',
    ],
    closing: '我单位如违反上述承诺，愿意承担相应的法律责任。',
    facts: {
      bidder: '承诺单位',
      bidderCode: '单位代码',
      section: '标段',
      opensAt: '开标时间',
      madeAt: '生成时间',
    },
    signing: '本承诺函由承诺单位以数字证书签署；签名覆盖本文件的全部内容，随开标日志保存。',
    page: (page, count) => `第 ${page} 页，共 ${count} 页`,
  }
}

function english({ tenderer, agency, sectionName, sectionCode }: Tender): LetterTexts {
  return {
    title: "Bidder's commitment letter",
    to: `To: ${[tenderer, agency].filter((unit) => unit !== '').join(', ')}`,
    opening: `We take part in the tender “${sectionName}” (section ${sectionCode}) of our own will, and for its opening we commit ourselves as follows:`,
    promises: [
      'We keep the laws and rules of tendering and public procurement and the order of this opening, and follow those who lead and supervise it.',
      'Our bid and everything handed in with it is true, accurate and complete; we do not bid under a name that is not ours.',
      'We made and sealed our bid by ourselves; we collude with no tenderer, agency or other bidder and try in no improper way to influence the opening.',
      'Within the time given we decrypt our bid with our own certificate or file key, confirm the overview and sign the opening record; if we fail to for reasons of our own, we bear what follows.',
      'We raise objections to the opening in the opening system and in time. We keep our certificate, its password and the file key safe, and answer for what is done with them.',
    ],
    closing: 'Should we break this commitment, we accept our liability under the law.',
    facts: {
      bidder: 'Committed unit',
      bidderCode: 'Unit code',
      section: 'Section',
      opensAt: 'Opening time',
      madeAt: 'Made at',
    },
    signing:
      'This letter is signed with the certificate of the committed unit. The signature covers all of this file and is kept in the log of the opening.',
    page: (page, count) => `Page ${page} of ${count}`,
  }
}
