/** The destination of a sign-on from the trading platform: inside the section, or the section list. */
export type Destination =
  | { readonly place: 'section'; readonly route: 'bidready' | 'declassifiedstatus' }
  | { readonly place: 'section-list'; readonly search: string }

/** The values of `autoOpenBidInfo`, in both of the platform's languages. */
const openingInfo = {
  conditionsNotMet: ['不满足开标条件', 'conditions for opening not met'],
  bondUnpaid: ['存在供应商未缴纳保证金', '供应商未缴纳保证金', "a supplier's bond is unpaid"],
  openingException: ['开标异常', 'opening exception'],
  modelNotSet: ['未设置评标模型', 'evaluation model not set'],
  tenderImportFailed: ['招标文件导入失败', 'tender file import failed'],
  bidImportFailed: ['投标文件导入失败', 'bid file import failed'],
} as const
export type OpeningInfo = keyof typeof openingInfo

export interface DestinationParameters {
  readonly mode: string | null
  readonly kbStatusCode: string | null
  readonly bdbh: string | null
  readonly autoOpenBidInfo: string | null
}

/** The destination rules (ACC-15); without a mode, or with an unknown one, the section's preparation. */
export function destinationOf({
  mode,
  kbStatusCode,
  bdbh,
  autoOpenBidInfo,
}: DestinationParameters): Destination {
  if (mode === '2') return kbStatusCode === '2' ? preparation : sectionList({ kbStatusCode, bdbh })
  if (mode !== '1') return preparation
  const info = openingInfoOf(autoOpenBidInfo)
  switch (info) {
    case 'conditionsNotMet':
    case 'bondUnpaid':
    case 'openingException':
    case 'modelNotSet':
      return sectionList({})
    case 'bidImportFailed':
      return { place: 'section', route: 'declassifiedstatus' }
    case 'tenderImportFailed':
    case null:
      return preparation
  }
}

/** The platform's information about the opening; null if it is missing or unknown. */
function openingInfoOf(text: string | null): OpeningInfo | null {
  const said = text?.trim().toLowerCase().replaceAll('’', "'")
  if (!said) return null
  const known = Object.entries(openingInfo) as [OpeningInfo, readonly string[]][]
  return known.find(([, texts]) => texts.includes(said))?.[0] ?? null
}

const preparation: Destination = { place: 'section', route: 'bidready' }

function sectionList(params: Readonly<Record<string, string | null>>): Destination {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { place: 'section-list', search: new URLSearchParams(given).toString() }
}
