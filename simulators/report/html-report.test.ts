import { expect, test } from 'vitest'
import { createRecorder, type Recording, type SeriesName } from '../load/recorder.ts'
import { reportPage } from './html-report.ts'
import { type Findings, headlineOf, reportOf, reportText } from './report.ts'

const unmeasured = { samples: () => [], cpuSeconds: () => null, peakMemoryMb: () => null, stop() {} }
const sample = { at: 2000, cpuPercent: 41.5, memoryMb: 120 }
const measured = { samples: () => [sample], cpuSeconds: () => 3.25, peakMemoryMb: () => 120, stop() {} }

function recordingOf(...series: readonly SeriesName[]): Recording {
  const recorder = createRecorder()
  for (const name of series) for (const ms of [10, 20, 4000]) recorder.record(name, ms)
  const recording = recorder.read()
  recorder.close()
  const lateness = { process: 'readers', p99: 1.5, longest: 310, measured: 5, leftOut: 2 }
  return { ...recording, lateness: [lateness] }
}

function report(findings: Partial<Findings> = {}) {
  return reportOf({
    ...{ scenario: 'flaky', bidders: 6, seed: 7, startedAt: 0, seconds: 12.345 },
    ...{ recording: recordingOf(), meter: unmeasured, mismatches: [], failures: [], notes: [] },
    ...findings,
  })
}

/** What the page's plots are drawn from. */
function dataIn(page: string): unknown {
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(json)
}

const nasty = '</script><img src=x onerror="alert(1)">&'

test('texts of a report are escaped in its page and in the plots’ data', () => {
  const marks = [{ at: 1000, label: nasty }]
  const told = report({ scenario: nasty, mismatches: [nasty], failures: [nasty], notes: [nasty], marks })
  const page = reportPage(told)
  expect(page).not.toContain('<img')
  expect(page.match(/&#60;\/script&#62;&#60;img src=x onerror=&#34;alert\(1\)&#34;&#62;&#38;/g)).toHaveLength(
    5,
  )
  expect(dataIn(page)).toMatchObject({ marks })
})

test('a report without measurements has no table of times, says so of the server, and is good', () => {
  const empty = report()
  expect(empty).toMatchObject({ series: {}, server: null, mismatches: 0, failures: 0 })
  const page = reportPage(empty)
  expect(page).not.toContain('Times in milliseconds')
  expect(page).not.toContain('Server CPU, seconds')
  expect(page).toContain('verdict good')
  expect(dataIn(page)).toEqual({ delivery: [], connected: [], server: [], marks: [] })
  expect(reportText(empty)).toContain('server: not measured')
})

test('measurements are in the page and in the text; the headline leaves out the plots', () => {
  const full = report({
    recording: recordingOf('polling', 'reconnect'),
    meter: measured,
    figures: { lastCurrentAgainMs: 1234.567 },
  })
  const page = reportPage(full)
  expect(page).toContain('<th scope="row">Staleness, polling</th>')
  expect(page).toContain('<th scope="row">Last current again, ms</th><td>1,235</td>')
  expect(page).toContain('<th scope="row">Server CPU, seconds</th><td>3.3</td>')
  expect(full.server).toEqual({ cpuSeconds: 3.25, peakCpuPercent: 41.5, peakMemoryMb: 120 })
  expect(page).toContain('<th scope="row">Left out, readers</th><td>2</td>')
  expect(reportText(full)).toContain(
    'its own clients (readers) were late by 1.5 ms (p99), at most 310 ms; left out 2 of 5',
  )
  expect(reportText(full)).toMatch(/^polling: p50 .* of 3$/m)
  expect(dataIn(page)).toMatchObject({ server: [sample], delivery: [{ p50: expect.any(Number) }] })
  expect(Object.keys(headlineOf(full))).not.toContain('timelines')
})

test('what the bidders measured stands beside the server’s figures', () => {
  const both = report({ recording: recordingOf('live'), own: recordingOf('command') })
  expect([Object.keys(both.series), Object.keys(both.ownSeries)]).toEqual([['live'], ['command']])
  expect(reportPage(both)).toContain('<th scope="row">Command, by the bidders</th>')
  expect(reportText(both)).toMatch(/^by bidders on time, command: p50 .* of 3$/m)
})

test('the cause is what failed first, or else the first difference, in one line', () => {
  const cause = (findings: Partial<Findings>) => report(findings).cause
  expect(cause({})).toBeNull()
  expect(cause({ mismatches: ['one differs'] })).toBe('one differs')
  expect(cause({ mismatches: ['one differs'], failures: ['no answer\n  at all', 'late'] })).toBe(
    'no answer at all',
  )
})

test('a report with problems is bad and counts them', () => {
  const page = reportPage(report({ mismatches: ['one differs'], failures: ['two failed', 'three failed'] }))
  expect(page).toContain('✗ 1 mismatches, 2 failures')
  expect(page).toContain('<li>three failed</li>')
  const same = report({ failures: ['late', 'no answer', 'late', 'late'] })
  expect(same).toMatchObject({ failures: 4, problems: ['3 times: late', 'no answer'] })
})
