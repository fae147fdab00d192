import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantTree } from './small-tree.ts'

// The check that `npm run check` runs, on a small tree with offenders in it and with code that is none.

const offenders = {
  'src/server/compares.ts': "export const masks = (name: string) => name === 'cd'",
  'src/server/compares-not.ts': "export const masks = (name: string) => 'lead-30' !== name",
  'src/server/switches.ts': "export function f(name: string) {\n  switch (name) {\n    case 'cd':\n  }\n}",
  'src/domain/lists.ts': "export const f = (name: string) => ['lead-30', 'x'].includes(name)",
  'src/domain/starts.ts': "export const f = (name: string) => name.startsWith('cd')",
  'src/client/looks-up.tsx': 'export const f = (table: any, variant: any) => table[variant.name]',
  'src/client/asks-the-hook.tsx': 'export const f = (useVariant: any) => (useVariant().name.length ? 1 : 2)',
  'simulators/asks-the-settings.ts':
    'export const f = (settings: any, known: any) => known.has(settings.variant.name)',
}

const innocent = {
  'src/server/hands-on.ts':
    'export const answer = (variant: any) => ({ name: variant.name, title: variant.title.zh })',
  'src/client/width.tsx': "export const width = { base: 'cd' }",
  'src/server/asks-the-rules.ts': 'export const f = (variant: any) => variant.rules.entryLeadMinutes === 30',
  'src/server/compares.test.ts': "export const f = (name: string) => name === 'cd'",
}

const variants = {
  'src/variants/cd.ts': "export const cd = {\n  name: 'cd',\n}",
  'src/variants/lead-30.ts': "export const lead30 = {\n  name: 'lead-30',\n}",
}

let tree: Awaited<ReturnType<typeof plantTree>>
let report: string[] = []

beforeAll(async () => {
  tree = await plantTree({ ...offenders, ...innocent, ...variants })
  report = await tree.check('variant-names')
})
afterAll(() => tree.remove())

describe('code that asks which variant it runs in', () => {
  it.each(Object.keys(offenders))('is caught in %s', (file) => {
    expect(report.filter((line) => line.startsWith(`variant-name: ${file}:`))).toHaveLength(1)
  })

  it('is all that is caught', () => {
    expect(report).toHaveLength(Object.keys(offenders).length)
  })

  it('is not looked for where no variants are found: that is a failure by itself', async () => {
    const empty = await plantTree({ 'src/variants/codes.ts': 'export const codes = []' })
    expect(await empty.check('variant-names')).toEqual(['variant-name: 0 variants found, more expected'])
    await empty.remove()
  })
})
