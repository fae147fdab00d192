import { escapeHtml } from '#lib/escape-html.ts'
import type { SessionResult } from '#protocol/session-result.ts'
import { lotActs } from './lot-acts.ts'
import { certificatePassword, type PlatformSection } from './sample-section.ts'

const kinds: Readonly<Record<number, string>> = { 1: '开标人', 2: '投标人', 4: '监督人' }

/** The simulated platform's page: its sections, links for their people, and the received results. */
export function platformPage(
  sections: readonly PlatformSection[],
  results: readonly SessionResult[],
  notices: ReadonlyMap<string, string> = new Map(),
): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>交易平台（模拟）</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  section { border: 1px solid #8886; border-radius: 8px; padding: 1rem; margin: 1rem 0; }
  h2 { font-size: 1.1rem; margin: 0; }
  ul { padding-left: 1.2rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .3rem .6rem; border-top: 1px solid #8884; }
  :root { color-scheme: light dark; }
</style>
<h1>交易平台（模拟）</h1>
<p>点击姓名，以其身份进入开标大厅：链接在点击时签发，只能使用一次。投标人解密、签名时选择其证书文件，密码 ${certificatePassword}。</p>
${sections.map((section) => sectionPart(section, notices.get(section.guid))).join('\n')}
<form method="post" action="/sections"><button>再发布一个标段</button></form>
<h1>收到的开标结果</h1>
${results.length === 0 ? '<p>还没有。</p>' : results.map(resultPart).join('\n')}
</html>`
}

function sectionPart(section: PlatformSection, notice = ''): string {
  const { guid, code, name, opensAt, people, certificates } = section
  const links = people.map(
    ({ sub, name: person, userType, unitCode: unit }) =>
      `<li>${kinds[userType] ?? ''} <a href="/enter?${escapeHtml(new URLSearchParams({ guid, sub }).toString())}" target="_blank">${escapeHtml(person)}</a>${
        certificates.has(unit)
          ? ` <a href="/certificate?${escapeHtml(new URLSearchParams({ guid, unit }).toString())}">证书文件</a>`
          : ''
      }</li>`,
  )
  const opening = new Date(opensAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })
  return `<section><h2>${escapeHtml(name)}</h2>${escapeHtml(code)} · 开标时间 ${opening}<ul>${links.join('')}</ul>
${lotForm(guid)}${notice && `<p role="status">${escapeHtml(notice)}</p>`}</section>`
}

/** The acts on a section's lot, and the decision about a failure that was declared in the hall. */
function lotForm(guid: string): string {
  const buttons = Object.entries(lotActs).map(
    ([act, { label }]) =>
      `<button formaction="/lot?${escapeHtml(new URLSearchParams({ guid, act }).toString())}">${label}</button>`,
  )
  return `<form method="post">${buttons.join(' ')}</form>`
}

function resultPart({ bdbh, bdmc, bidStatus, seq, hash, bids, failure }: SessionResult): string {
  const rows = bids.map(
    ({ EntprsName, figures, failure }) =>
      `<tr><td>${escapeHtml(EntprsName)}</td><td>${escapeHtml(figures?.price ?? failure ?? '')}</td></tr>`,
  )
  return `<section><h2>${escapeHtml(bdmc)}</h2>${escapeHtml(bdbh)} · ${escapeHtml(bidStatus)} · 日志第 ${seq} 条 ${hash.slice(0, 12)}…
${failure ? `<p>流标原因：${escapeHtml(failure.LiuBiaoYuanYin)}（记录人：${escapeHtml(failure.Noter)}）</p>` : ''}
<table><tr><th>投标人</th><th>投标报价</th></tr>${rows.join('')}</table></section>`
}
