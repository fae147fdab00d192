import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { escapeHtml } from '#lib/escape-html.ts'
import type { Percentiles } from '../load/histogram.ts'
import type { SeriesName } from '../load/recorder.ts'
import { plotScript } from './plot-script.ts'
import type { Report } from './report.ts'

/** The report as a self-contained page for the light and the dark theme. */
export function reportPage(report: Report): string {
  const plots = dirname(createRequire(import.meta.url).resolve('uplot'))
  const asset = (name: string) => readFileSync(join(plots, name), 'utf8')
  const good = report.mismatches + report.failures === 0
  const title = `${report.scenario}, ${report.bidders} bidders`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${asset('uPlot.min.css')}${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="verdict ${good ? 'good' : 'bad'}">${good ? '✓ Every client ended with the log’s state' : `✗ ${report.mismatches} mismatches, ${report.failures} failures`}</p>
<p class="quiet">${escapeHtml(`${report.startedAt.replace('T', ' ').slice(0, 19)} UTC, ${report.seconds} s, seed ${report.seed}; ${report.machine.cores} cores, ${report.machine.system}`)}</p>
${problemsOf(report)}
<div class="tables">${timesTable(report)}${figuresTable(report)}</div>
<section id="plots"></section>
<h2>How to read this</h2>
<ul>${[...meanings(report), ...report.notes].map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>
</main>
<script>${asset('uPlot.iife.min.js')}</script>
<script type="application/json" id="data">${JSON.stringify(report.timelines).replaceAll('<', '\\u003c')}</script>
<script>${plotScript}</script>
</html>
`
}

const seriesTexts: Readonly<Record<SeriesName, readonly [title: string, meaning: string]>> = {
  live: ['Delivery, live', 'from the server’s decision (commit included) until a live client had the entry'],
  behind: ['Delivery, catching up', 'the same for a client whose connection had broken'],
  polling: ['Staleness, polling', 'the same for a client without a socket'],
  reconnect: ['Reconnecting', 'from noticing that the connection was gone until it was live again'],
  command: ['Command', 'from sending a command until its acknowledgement, tries included'],
}

function timesTable({ series, ownSeries }: Report): string {
  const row = ([name, { count, ...times }]: [string, Percentiles], whose: string) => {
    const cells = [times.p50, times.p95, times.p99, times.max].map((ms) => `<td>${milliseconds(ms)}</td>`)
    const title = seriesTexts[name as SeriesName][0] + whose
    return `<tr><th scope="row">${escapeHtml(title)}</th>${cells.join('')}<td>${count.toLocaleString('en')}</td></tr>`
  }
  const rows = [
    ...Object.entries(series).map((one) => row(one, '')),
    ...Object.entries(ownSeries).map((one) => row(one, ', by the bidders')),
  ]
  if (rows.length === 0) return ''
  const heads = ['p50', 'p95', 'p99', 'longest', 'measured'].map((head) => `<th scope="col">${head}</th>`)
  return `<table><caption>Times in milliseconds</caption><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function figuresTable({ figures, server, lateness }: Report): string {
  const rows: [string, number][] = Object.entries(figures).map(([name, value]) => [wordsOf(name), value])
  if (server) {
    rows.push(['Server CPU, seconds', server.cpuSeconds])
    rows.push(['Server CPU, peak % of one core', server.peakCpuPercent])
    rows.push(['Server memory, peak MB', server.peakMemoryMb])
  }
  for (const { process: name, p99, longest, leftOut } of lateness) {
    rows.push([`Late, ${name}, p99 ms`, p99])
    rows.push([`Late, ${name}, longest ms`, longest])
    rows.push([`Left out, ${name}`, leftOut])
  }
  const cells = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${milliseconds(value)}</td></tr>`,
  )
  return `<table><caption>Figures</caption><tbody>${cells.join('')}</tbody></table>`
}

function problemsOf({ problems }: Report): string {
  if (problems.length === 0) return ''
  return `<details open><summary>What went wrong</summary><ul>${problems.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul></details>`
}

function meanings({ series }: Report): string[] {
  return [
    ...Object.keys(series).map((name) => seriesTexts[name as SeriesName].join(': ')),
    'Late: the delay of a client process’s own event loop. What it measured meanwhile is left out and counted.',
  ]
}

/** lastCurrentAgainMs → Last current again, ms */
function wordsOf(name: string): string {
  const words = name.replace(/Ms$/, ', ms').replace(/[A-Z]/g, ' $&').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function milliseconds(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
}

const style = `
:root{color-scheme:light dark;--paper:#fdfcfa;--ink:#1c1b19;--quiet:#6a675f;--rule:#dedad2;--good:#1f7a4d;--bad:#b3261e;--one:#2563a8;--two:#b45309}
@media (prefers-color-scheme:dark){:root{--paper:#171614;--ink:#ece9e2;--quiet:#a29e94;--rule:#3a3833;--good:#5cc48f;--bad:#ff8a80;--one:#7db4f0;--two:#f0b060}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:24px 20px 48px}
h1{font-size:24px;margin:0}h2{font-size:17px;margin:32px 0 8px}
.verdict{font-weight:600;margin:8px 0 0}.good{color:var(--good)}.bad{color:var(--bad)}.quiet{color:var(--quiet);margin:4px 0 16px}
.tables{display:flex;flex-wrap:wrap;gap:16px 48px;align-items:flex-start}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}caption{text-align:left;font-weight:600;padding:8px 0}
th,td{padding:4px 14px 4px 0;text-align:right;border-bottom:1px solid var(--rule);font-weight:400}th[scope=row]{text-align:left}thead th{color:var(--quiet)}
figure{margin:28px 0 0}figcaption{font-weight:600;margin-bottom:4px}
.uplot{font-family:inherit}.u-legend{font-size:13px;text-align:left}.u-legend th,.u-legend td{border:0;padding:0 6px 0 0}
/* A phone's width holds all columns. */
@media (max-width:600px){main{padding:20px 12px 40px}.tables,table{width:100%}table{font-size:13px}th,td{padding:4px 0 4px 8px}th[scope=row]{padding-left:0}figure{overflow-x:auto}}
`
