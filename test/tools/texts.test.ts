import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantTree } from './small-tree.ts'

// The check that `npm run check` runs, on a small tree with one offence of each kind and with uses that are none.

const hole = (name: string) => `$\{${name}}`

const files = {
  'src/client/texts/zh-CN/common.ts': "export const common = {\n  yes: '是',\n  loading: '加载',\n} as const",
  'src/client/texts/en/common.ts': "export const common = {\n  yes: 'Yes',\n  loading: 'Loading',\n}",
  'src/client/texts/zh-CN/part.ts': "export const part = { 'part.used': '用', 'part.unused': '闲' } as const",
  'src/client/texts/en/part.ts': "export const part = { 'part.used': 'Used', 'part.unused': 'Idle' }",
  'src/client/texts/zh-CN/hall.ts': `import { part } from './part.ts'
    export const hall = {
      title: '大厅',
      onlyChinese: '只有中文',
      count_other: '共 {{count}} 家，{{name}}',
      state_open: '开', state_shut: '关', state_lost: '失',
      step_one_last: '一', whole: '整', elsewhere: '别处',
      ...part,
    } as const`,
  'src/client/texts/en/hall.ts': `import { part } from './part.ts'
    export const hall = {
      title: 'Hall',
      onlyEnglish: 'Only English',
      count_one: 'one bidder', count_other: '{{count}} bidders',
      state_open: 'open', state_shut: 'shut', state_lost: 'lost',
      step_one_last: 'one', whole: 'whole', elsewhere: 'elsewhere',
      ...part,
    }`,
  'src/domain/state.ts': "export type State = 'open' | 'shut'\nexport const steps = ['one']",
  'src/client/features/section-list/words.ts': `export const words = ['whole']
    export const titleOf = (step: string) => \`step_${hole('step')}_last\``,
  'src/client/features/files/elsewhere.ts': "export const word = 'elsewhere'",
  'src/client/features/section-list/SectionList.tsx': `import { useTranslation } from 'react-i18next'
    export function SectionList({ state, word, count, busy }: any) {
      const { t } = useTranslation('hall')
      return [t('title'), t('count', { count }), t('onlyChinese'), t(busy ? 'common:loading' : 'part.used'),
        t(\`state_${hole('state')}\`), t(word), t('yes'), t(\`gone.${hole('word')}\`)]
    }
    export function Other() {
      const { t, i18n } = useTranslation()
      return t('yes') + i18n.language
    }`,
}

let tree: Awaited<ReturnType<typeof plantTree>>
let report: string[] = []

beforeAll(async () => {
  tree = await plantTree(files)
  report = await tree.check('texts')
})
afterAll(() => tree.remove())

it('names the keys and placeholders that one language lacks', () => {
  expect(report.filter((line) => line.startsWith('missing:')).sort()).toEqual([
    'missing: en hall:count {{name}}',
    'missing: en hall:onlyChinese',
    'missing: zh-CN hall:onlyEnglish',
  ])
})

it('names uses of keys that are none: of another namespace, and put together', () => {
  const unknown = report.filter((line) => line.startsWith('unknown:'))
  expect(unknown).toHaveLength(2)
  expect(unknown[0]).toMatch(/^unknown: src\/client\/features\/section-list\/SectionList\.tsx:5 t\('yes'\)$/)
  expect(unknown[1]).toContain('t(`gone.')
})

it('names keys that no code asks for, whether written whole, put together or chosen', () => {
  expect(report.filter((line) => line.startsWith('unused:'))).toEqual([
    'unused: hall:state_lost',
    'unused: hall:elsewhere',
    'unused: hall:part.unused',
  ])
})

it('fails where it finds no use of any text', async () => {
  const { 'src/client/features/section-list/SectionList.tsx': _screen, ...rest } = files
  const silent = await plantTree(rest)
  expect(await silent.check('texts')).toEqual(['unknown: no use of any text found'])
  await silent.remove()
})
