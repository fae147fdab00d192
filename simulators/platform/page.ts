import type { FailureCause } from '#domain/decryption/outcome.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import { escapeHtml } from '#lib/escape-html.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { SessionResult } from '#protocol/session-result.ts'
import { reportTexts } from '#server/reports/texts.ts'
import { lotActs, type Notice } from './lot-acts.ts'
import type { PlatformSection } from './sample-section.ts'
import { platformTexts } from './texts.ts'

/** The simulated platform's page: its sections, links for their people, and the received results. */
export function platformPage(
  language: Language,
  sections: readonly PlatformSection[],
  results: readonly SessionResult[],
  notices: ReadonlyMap<string, Notice> = new Map(),
): string {
  const texts = platformTexts[language]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${texts.title}</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; text-wrap: pretty; }
  nav { text-align: right; }
  section { border: 1px solid #8886; border-radius: 8px; padding: 1rem; margin: 1rem 0; }
  h2 { font-size: 1.1rem; margin: 0; }
  ul { padding-left: 1.2rem; }
  li a { display: inline-block; }
  time { white-space: nowrap; }
  button { font: inherit; font-size: .9rem; padding: .3rem .8rem; margin-top: .3rem; }
  @media (max-width: 48rem) { button { min-height: 2.75rem; } li { padding: .4rem 0; } }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .3rem .6rem; border-top: 1px solid #8884; }
  th.price, td.price { text-align: right; }
  :root { color-scheme: light dark; }
</style>
${languageSwitch(language)}
<h1>${texts.title}</h1>
<p>${texts.intro}</p>
${sections.map((section) => sectionPart(language, section, notices.get(section.guid)?.[language])).join('\n')}
<form method="post" action="/sections"><button>${texts.publish}</button></form>
<h1>${texts.results}</h1>
${results.length === 0 ? `<p>${texts.noResults}</p>` : results.map((one) => resultPart(language, one, unitOf(sections, one))).join('\n')}
</html>`
}

/** A link to the same page in the other language. */
function languageSwitch(language: Language): string {
  const [other, name] = language === 'en' ? ['zh-CN', '中文'] : ['en', 'English']
  return `<nav><a href="/language?lang=${other}" lang="${other}">${name}</a></nav>`
}

function sectionPart(language: Language, section: PlatformSection, notice = ''): string {
  const texts = platformTexts[language]
  const { guid, code, name, opensAt, people, certificates } = section
  const links = people.map(
    ({ sub, name: person, userType, unitCode: unit }) =>
      `<li>${texts.user[userType] ?? ''} <a href="/enter?${escapeHtml(new URLSearchParams({ guid, sub }).toString())}" target="_blank">${escapeHtml(person)}</a>${
        certificates.has(unit)
          ? ` <a href="/certificate?${escapeHtml(new URLSearchParams({ guid, unit }).toString())}">${texts.certificate}</a>`
          : ''
      }</li>`,
  )
  const opening = new Date(opensAt).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<section><h2>${escapeHtml(name)}</h2>${escapeHtml(code)} · ${texts.opensAt} <time>${opening}</time><ul>${links.join('')}</ul>
${lotForm(language, guid)}${notice && `<p role="status">${escapeHtml(notice)}</p>`}</section>`
}

/** The acts on a section's lot, and the decision about a failure that was declared in the hall. */
function lotForm(language: Language, guid: string): string {
  const buttons = lotActs.map(
    (act) =>
      `<button formaction="/lot?${escapeHtml(new URLSearchParams({ guid, act }).toString())}">${platformTexts[language].act[act]}</button>`,
  )
  return `<form method="post">${buttons.join(' ')}</form>`
}

/** The unit of a result's prices, as the platform published it. */
function unitOf(sections: readonly PlatformSection[], { BDGuid }: SessionResult): string {
  return sections.find(({ guid }) => guid === BDGuid)?.priceUnit ?? ''
}

function resultPart(language: Language, result: SessionResult, unit: string): string {
  const texts = platformTexts[language]
  const { bdbh, bdmc, bidStatus, seq, hash, bids, failure } = result
  const rows = bids.map(
    (bid) =>
      `<tr><td>${escapeHtml(bid.EntprsName)}</td><td class="price">${escapeHtml(figureText('money', bid.figures?.price ?? '') || '—')}</td><td>${escapeHtml(outcomeOf(language, bid))}</td></tr>`,
  )
  const reason = failure && escapeHtml(texts.failure(failure.LiuBiaoYuanYin, failure.Noter))
  return `<section><h2>${escapeHtml(bdmc)}</h2>${escapeHtml(bdbh)} · ${escapeHtml(statusIn(language, bidStatus))} · ${texts.entry(seq)} ${hash.slice(0, 12)}…
${reason ? `<p>${reason}</p>` : ''}
<table><tr><th>${texts.bidder}</th><th class="price">${escapeHtml(texts.price(unitIn(language, unit)))}</th><th>${texts.outcome}</th></tr>${rows.join('')}</table></section>`
}

/** What became of a bid: why it could not be opened, or why it is invalid. */
function outcomeOf(language: Language, bid: SessionResult['bids'][number]): string {
  const texts = reportTexts[language]
  const causes: Readonly<Record<string, string>> = texts.failureCauses satisfies Record<FailureCause, string>
  const found = [
    ...(bid.failure === null ? [] : [causes[bid.failure] ?? bid.failure]),
    ...(bid.isBadBidOpen ? [texts.invalid + texts.colon + bid.badBidNote] : []),
  ]
  const said = found.join(texts.semicolon)
  if (said !== '') return said.charAt(0).toUpperCase() + said.slice(1)
  return bid.figures ? texts.opened : texts.notAnnounced
}

/** The status, which results have in Chinese, in the page's language. */
function statusIn(language: Language, name: string): string {
  const found = Object.entries(bidStatusNames).find(([, known]) => known === name)
  const statuses: Readonly<Record<string, string>> = reportTexts[language].statuses
  return statuses[found?.[0] ?? ''] ?? name
}
