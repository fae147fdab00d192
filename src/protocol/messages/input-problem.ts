import { shortQuote } from '#lib/text.ts'
import type { Language, Sentence } from './codes.ts'
import { fieldInWords } from './field-names.ts'

/** What a schema says is wrong with an input; the parts of a zod issue that are read here. */
export interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly maximum?: unknown
  readonly minimum?: unknown
  readonly values?: unknown
  readonly keys?: unknown
  readonly errors?: unknown
}

type Problem = 'missing' | 'form' | 'long' | 'short' | 'great' | 'small' | 'choice' | 'unknown'

/** The parameters of `bad-request`: where the input is wrong (REST-13), and how, for people and for programs. */
export interface InputProblem {
  readonly [param: string]: unknown
  readonly path: string
  /** In the words of the schema. */
  readonly reason: string
  readonly problem: Problem
  /** A length, a bound, or the choices. */
  readonly limit: string
}

/** The first problem of an input. */
export function inputProblem(issues: readonly Issue[]): InputProblem {
  const issue = issues[0] ?? { path: [], message: '' }
  const unknown = issue.code === 'unrecognized_keys' ? textOf(issue.keys) : null
  const path = [...issue.path, ...(unknown === null ? [] : [unknown])].map(String).join('.')
  // Both name fields as the sender called them.
  return { path: shortQuote(path), reason: shortQuote(issue.message), ...kindOf(issue) }
}

/** Of an input that is larger than any schema is shown (LIM-6). */
export const tooMuch = 'too many values, or nested too deeply'

/** An input whose form is wrong for a reason that no schema knows. */
export function formProblem(path: string, reason: string): InputProblem {
  return { path: shortQuote(path), reason: shortQuote(reason), problem: 'form', limit: '' }
}

function kindOf(issue: Issue): Pick<InputProblem, 'problem' | 'limit'> {
  const { code, origin } = issue
  if (isMissing(issue)) return { problem: 'missing', limit: '' }
  if (code === 'unrecognized_keys') return { problem: 'unknown', limit: '' }
  if (code === 'invalid_value') return { problem: 'choice', limit: textOf(issue.values) }
  const isLength = origin === 'string' || origin === 'array'
  if (code === 'too_big') return { problem: isLength ? 'long' : 'great', limit: String(issue.maximum) }
  if (code === 'too_small' && isLength && Number(issue.minimum) === 1)
    return { problem: 'missing', limit: '' }
  if (code === 'too_small') return { problem: isLength ? 'short' : 'small', limit: String(issue.minimum) }
  return { problem: 'form', limit: '' }
}

/** Nothing was sent for the field; of a union, for each of its members. */
function isMissing({ code, message, errors }: Issue): boolean {
  if (code === 'invalid_type') return /received undefined$/.test(message)
  if (code !== 'invalid_union' || !Array.isArray(errors) || errors.length === 0) return false
  return (errors as readonly Issue[][]).every(([first]) => first !== undefined && isMissing(first))
}

function textOf(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : ''
}

const sentences: Readonly<Record<Problem, (field: Sentence, limit: string) => Sentence>> = {
  missing: ([zh, en]) => [`请填写${zh}！`, `Please give ${en}.`],
  form: ([zh, en]) => [`${zh}的格式不正确！`, `The form of ${en} is not right.`],
  long: ([zh, en], limit) => [
    `${zh}不能超过${limit}个字！`,
    `${capital(en)} must not have more than ${limit} characters.`,
  ],
  short: ([zh, en], limit) => [
    `${zh}不能少于${limit}个字！`,
    `${capital(en)} must have at least ${limit} characters.`,
  ],
  great: ([zh, en], limit) => [`${zh}不能大于${limit}！`, `${capital(en)} must not be more than ${limit}.`],
  small: ([zh, en], limit) => [`${zh}不能小于${limit}！`, `${capital(en)} must not be less than ${limit}.`],
  choice: ([zh, en], limit) => [`${zh}只能是：${limit}！`, `${capital(en)} must be one of: ${limit}.`],
  unknown: ([zh, en]) => [`没有${zh}这一项！`, `${capital(en)} is no field of this call.`],
}

/** The text of a refused input, naming the field in words; undefined for params of another origin. */
export function inputProblemText(
  language: Language,
  { path, problem, limit }: Readonly<Record<string, unknown>>,
): string | undefined {
  const sentence = sentences[problem as Problem] as (typeof sentences)[Problem] | undefined
  if (!sentence || typeof path !== 'string') return undefined
  const [zh, en] = sentence(path === '' ? ['请求内容', 'the request'] : fieldInWords(path), String(limit))
  return language === 'en' ? en : zh
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
