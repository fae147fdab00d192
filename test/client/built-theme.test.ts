import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SystemContext } from '@chakra-ui/react'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { themePlugin } from '#client/ui/theme-plugin.ts'
import { theme } from './theme.ts'

/* The theme with the tokens that the build has made gives elements the same styles as the one that Chakra makes. */

let folder: string
let built: SystemContext

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaibiao-theme-'))
  const file = fileURLToPath(new URL('../../src/client/ui/theme.ts', import.meta.url))
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, "export * from 'virtual:theme'")
  await build({
    ...{ configFile: false, logLevel: 'error', plugins: [themePlugin(file)] },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'theme.mjs' } },
    },
  })
  const made = await import(pathToFileURL(join(folder, 'theme.mjs')).href)
  expect(made.globalStyles).toContain('--kb-colors-fg')
  built = made.createTheme()
  expect(built.tokens.allTokens, 'tokens that the page made').toEqual([])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each<[string, Parameters<SystemContext['css']>[0]]>([
  [
    'breakpoints',
    { hideBelow: 'md', display: { base: 'none', lg: 'block' }, minH: { base: '11', md: 'auto' } },
  ],
  ['from a breakpoint on', { hideFrom: 'xl' }],
  ['spaces and sizes', { mx: '-2', p: '3', gap: '0.5', w: 'full', maxW: '8xl', boxSize: '1/2' }],
  ['colours', { color: 'fg.muted', bg: 'info.subtle/50', borderColor: 'border.emphasized', fill: 'current' }],
  ['palettes', { colorPalette: 'seal', bg: 'colorPalette.solid', color: 'colorPalette.contrast' }],
  ['composed styles', { textStyle: 'sm', layerStyle: 'fill.subtle', animationStyle: 'slide-fade-in' }],
  [
    'other tokens',
    { rounded: 'l2', shadow: 'md', zIndex: 'sticky', fontFamily: 'heading', lineHeight: 'tall' },
  ],
  ['motion', { animation: 'spin', transitionDuration: 'fast', _motionReduce: { animation: 'none' } }],
  ['references', { '--x': '{spacing.4}', paddingTop: 'calc({sizes.4} + 1px)', focusRing: 'outside' }],
])('%s', (_, styles) => {
  expect(built.css(styles)).toEqual(theme.css(styles))
})

test('all recipes', () => {
  const { recipes = {}, slotRecipes = {} } = theme._config.theme ?? {}
  for (const name of Object.keys(recipes))
    expect(built.getRecipeFn(name as never)({}), name).toEqual(theme.getRecipeFn(name as never)({}))
  for (const name of Object.keys(slotRecipes))
    expect(built.getSlotRecipeFn(name as never)({}), name).toEqual(theme.getSlotRecipeFn(name as never)({}))
  expect(Object.keys(recipes).length).toBeGreaterThan(5)
})
