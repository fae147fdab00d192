import type { Language, MessageCode, Text } from './codes.ts'
import { inputProblemText } from './input-problem.ts'
import { accessRefusals } from './refusals/access.ts'
import { basePriceRefusals } from './refusals/base-price.ts'
import { decryptionRefusals } from './refusals/decryption.ts'
import { depositsRefusals } from './refusals/deposits.ts'
import { drawRefusals } from './refusals/draw.ts'
import { endingRefusals } from './refusals/ending.ts'
import { evaluationRefusals } from './refusals/evaluation.ts'
import { haltingRefusals } from './refusals/halting.ts'
import { inquiryRefusals } from './refusals/inquiry.ts'
import { messagesRefusals } from './refusals/messages.ts'
import { objectionsRefusals } from './refusals/objections.ts'
import { preparationRefusals } from './refusals/preparation.ts'
import { serverRefusals } from './refusals/server.ts'
import { sessionRefusals } from './refusals/session.ts'
import { submissionRefusals } from './refusals/submission.ts'
import { tenderRefusals } from './refusals/tender.ts'
import { tenderFileProblems } from './tender-file-problems.ts'

/** All messages by code. */
export const catalogue: Readonly<Record<MessageCode, Text>> = {
  ...sessionRefusals,
  ...haltingRefusals,
  ...tenderRefusals,
  ...preparationRefusals,
  ...submissionRefusals,
  ...drawRefusals,
  ...decryptionRefusals,
  ...basePriceRefusals,
  ...endingRefusals,
  ...depositsRefusals,
  ...evaluationRefusals,
  ...inquiryRefusals,
  ...objectionsRefusals,
  ...messagesRefusals,
  ...accessRefusals,
  ...serverRefusals,
}

export const messageCodes = Object.keys(catalogue) as readonly MessageCode[]

/** The texts by the variant's lead time in minutes (MSG-2). */
const leadTexts: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  'zh-CN': { 30: '开标前30分钟才能进入项目!', 60: '未到准备时间！' },
  en: {
    30: 'You can enter the project 30 minutes before the opening!',
    60: 'Preparation time not yet reached!',
  },
}

/** The text of a refusal in a language; `{name}` stands for a parameter. */
export function messageFor(
  language: Language,
  refusal: { readonly code: MessageCode; readonly params?: Readonly<Record<string, unknown>> },
): string {
  const params: Readonly<Record<string, unknown>> = refusal.params ?? {}
  const template = special(language, refusal.code, params) ?? textIn(language, catalogue[refusal.code])
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

/** The text of a code whose text needs no parameters; null for any other. */
export function plainMessage(language: Language, code: string | null): string | null {
  if (code === null || !Object.hasOwn(catalogue, code)) return null
  const text = messageFor(language, { code: code as MessageCode })
  return textIn(language, catalogue[code as MessageCode]) === text ? text : null
}

function textIn(language: Language, { zh, en }: Text): string {
  return language === 'en' ? en : zh
}

/** The language of an Accept-Language header; Chinese unless English is asked for first. */
export function languageOf(header: string | undefined): Language {
  return header?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh-CN'
}

function special(
  language: Language,
  code: MessageCode,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  if (code === 'tender-file-malformed') {
    const texts: Readonly<Record<string, string>> = tenderFileProblems[language]
    return texts[String(params.problem)]
  }
  if (code === 'bad-request') return inputProblemText(language, params)
  return code === 'opening-time-not-reached' ? leadTexts[language][Number(params.leadMinutes)] : undefined
}
