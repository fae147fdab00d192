import { expect, test } from 'vitest'
import { type DrawKind, type DrawRange, drawParameterNames } from '#domain/draw/kinds.ts'
import { type Entry, isHidden, toRecorded } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { declaration } from '#test/draw/draw-commands.ts'
import { drawn, drawSession, drawWithheld } from '#test/draw/draw-session.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import { drawnFact } from './draw-texts.ts'
import { lookupsIn, progressKind, progressLine } from './progress.ts'

const supervisor: Viewer = { role: 'supervisor', unitCode: null, seesSupervisor: true }
const stranger: Viewer = { role: 'bidder', unitCode: bidderCode(3), seesSupervisor: true }

/** A session whose first draw is repeated because the second bidder withholds. */
function session() {
  const section = drawSession()
  drawWithheld(section)
  section.pass(3_000)
  section.tick()
  const parts = [
    { drawer: '甲', range: null },
    { drawer: '乙', range: null },
  ]
  drawn(section, 1, declaration({ kind: 'a-g', drawId: crypto.randomUUID(), parts }))
  return section
}

const { entries, state } = session()

function lines(viewer: Viewer, language: 'zh-CN' | 'en'): string[] {
  return entries.flatMap((entry) => {
    const seen = viewFor(viewer, entry)
    if (isHidden(seen) || !seen.type.startsWith('Draw')) return []
    const event = toRecorded(seen)
    expect(progressKind(event)).not.toBe('unknown')
    const { draws } = viewState(viewer, state)
    const lookups = lookupsIn(() => ({ tender: null, bidders: {}, draws }))
    return progressLine(event, language, { ...lookups, nameOf: (code) => `《${code}》` })
  })
}

test('a draw has its lines in both languages', () => {
  const zh = lines(supervisor, 'zh-CN')
  expect(zh).toContain('抽取F值，抽取人：刘抽取')
  expect(zh).toContain('《B0001》已提交随机数承诺')
  expect(zh).toContain('抽取已停止，2方共同公开随机数')
  expect(zh).toContain('《B0001》已公开随机数')
  expect(zh).toContain('第2次抽取F值，抽取人：刘抽取')
  expect(zh).toContain('无人参与，本次抽取无效，请重新抽取')
  expect(zh).toContain('抽取a、g，抽取人：甲、乙')
  expect(zh.at(-1)).toMatch(/^a、g抽取结果：a = 0\.[789]、g = [345]%$/)
  const en = lines(supervisor, 'en')
  expect(en).toHaveLength(zh.length)
  expect(en).toContain('Draw of the F value; drawn by 刘抽取')
  expect(en.at(-1)).toMatch(/^Draw of a and g: a = 0\.[789], g = [345]%$/)
})

test('a result names the kind and the subject to every viewer', () => {
  const section = drawSession()
  const last = (viewer: Viewer) => {
    const { draws } = viewState(viewer, section.state)
    const entry = viewFor(viewer, section.entries.at(-1) as Entry)
    if (isHidden(entry)) throw new Error('a result is everybody’s to see')
    const event = toRecorded(entry)
    return progressLine(
      event,
      'zh-CN',
      lookupsIn(() => ({ tender: null, bidders: {}, draws })),
    )
  }
  const listed = (kind: DrawKind, subject: string, range: DrawRange | null) =>
    declaration({ kind, subject, drawId: crypto.randomUUID(), parts: [{ drawer: '甲', range }] })
  drawn(section, 1, listed('fall-rate', '', null))
  for (const viewer of [supervisor, stranger]) expect(last(viewer)).toMatch(/^下浮率抽取结果：-?[01](\.5)?%$/)
  drawn(section, 1, listed('random-index', '评标专家', { start: '1', end: '9', interval: '1' }))
  expect(last(stranger)).toMatch(/^随机抽取序号（评标专家）抽取结果：[1-9]$/)
})

test('a result of an unknown draw has only its values', () => {
  const decided = entries.filter(({ type }) => type === 'DrawDecided').map(toRecorded)
  const said = decided.map((event) => progressLine(event, 'zh-CN', codesAsNames))
  expect(said.at(-1)).toMatch(/^抽取结果：0\.[789]、[345]$/)
})

test('contributors who withheld are named to viewers who may know, and counted for others', () => {
  const withheld = (viewer: Viewer) => lines(viewer, 'zh-CN').find((line) => line.includes('未按时公开'))
  expect(withheld(supervisor)).toBe('《B0002》未按时公开随机数，本次抽取无效，重新抽取')
  expect(withheld(stranger)).toBe('1方未按时公开随机数，本次抽取无效，重新抽取')
  expect(lines(stranger, 'zh-CN').join()).not.toContain('《')
})

test('a single drawn value is named by its sign, else by its kind', () => {
  expect(drawnFact('fValue', '8.08')).toEqual(['F = 8.08%', 'F = 8.08%'])
  expect(drawnFact('fallRate', '0.5')).toEqual(['下浮率 = 0.5%', 'fall rate = 0.5%'])
  for (const parameter of drawParameterNames)
    for (const text of drawnFact(parameter, '1')) expect(text).toMatch(/^[^=]+ = 1%?$/)
})
