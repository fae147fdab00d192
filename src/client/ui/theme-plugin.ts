import createCache from '@emotion/cache'
import { css } from '@emotion/react'
import { type Plugin, runnerImport } from 'vite'

/*
 * Making a theme takes a phone a quarter of a second, most of it for what is the same for everybody: the global styles,
 * and where each token is found. The build makes both, so that no browser has to. In development and in tests Chakra makes
 * them, so that a changed theme shows at once.
 */

const name = 'virtual:theme'

/** Lets `virtual:theme` be the theme in this file: as the build made it, or, in development, as Chakra makes it. */
export function themePlugin(file: string): Plugin {
  const made = once(async () => makeTheme(file))
  return {
    name: 'theme',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null
      const isBuild = this.environment.mode === 'build'
      const globalStyles = isBuild ? (await made()).globalStyles : null
      const creator = isBuild ? 'createBuiltTheme' : 'createTheme'
      return `export { ${creator} as createTheme } from ${JSON.stringify(file)}
        export const globalStyles = ${JSON.stringify(globalStyles)}`
    },
    transform: {
      filter: {
        id: /@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]styled-system[\\/](system|token-dictionary)\.js$/,
      },
      async handler(code, id) {
        if (this.environment.mode !== 'build') return null
        const changed = /system\.js$/.test(id)
          ? withoutGlobalStyles(code)
          : withTokens(code, (await made()).tokens)
        return { code: changed, map: null }
      },
    },
  }
}

interface MadeTheme {
  /** The text of a style sheet. */
  readonly globalStyles: string
  readonly tokens: MadeTokens
}

/**
 * What elements' styles are made with: where each token's value is found, as a text of CSS. Nothing else of the tokens
 * comes with the page: `useToken` finds none there.
 */
interface MadeTokens {
  /** By category and name. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The variables of each palette, by its name. */
  readonly palettes: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The values of `askedCategories`, by category and name. */
  readonly raw: Readonly<Record<string, string>>
}

/** Chakra asks for these tokens themselves, as in `hideBelow`. */
const askedCategories: readonly unknown[] = ['breakpoints', 'opacity']

async function makeTheme(file: string): Promise<MadeTheme> {
  const { module } = await runnerImport<typeof import('./theme.ts')>(file)
  const { layers, _global, tokens } = module.createTheme()
  const cache = createCache({ key: 'kb' })
  // Without a document the rules are returned.
  const text: unknown = cache.insert('', css([layers.atRule, _global]), cache.sheet, false)
  if (typeof text !== 'string' || text === '') throw new Error('the theme has no global styles')
  const palettes = [...tokens.colorPaletteMap].map(([palette, variables]) => [
    palette,
    Object.fromEntries(variables),
  ])
  const values = [...tokens.categoryMap.keys()].map((category) => [
    category,
    tokens.getCategoryValues(category),
  ])
  const raw = [...tokens.tokenMap]
    .filter(([, { extensions }]) => askedCategories.includes(extensions.category))
    .map(([token, { value }]) => [token, value])
  return {
    globalStyles: text,
    tokens: {
      values: Object.fromEntries(values),
      palettes: Object.fromEntries(palettes),
      raw: Object.fromEntries(raw),
    },
  }
}

/** Chakra's module without the global styles, which it makes with every theme, used or not. */
function withoutGlobalStyles(code: string): string {
  return replaced(
    code,
    'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];',
    'const _global = [];',
  )
}

/** Chakra's module with the tokens as they were made, instead of what makes them. */
function withTokens(code: string, tokens: MadeTokens): string {
  return replaced(
    code,
    `  registerTokens();
  registerTransform(...tokenTransforms);
  registerMiddleware(...tokenMiddlewares);
  build();
`,
    `  const made = JSON.parse(${JSON.stringify(JSON.stringify(tokens))});
  byCategoryJson = made.values;
  for (const [category, values] of Object.entries(made.values))
    for (const [name, value] of Object.entries(values)) flatMap.set(category + '.' + name, value);
  for (const [palette, variables] of Object.entries(made.palettes))
    colorPaletteMap.set(palette, new Map(Object.entries(variables)));
  for (const [name, value] of Object.entries(made.raw)) tokenNameMap.set(name, { name, value });
`,
  )
}

function replaced(code: string, part: string, by: string): string {
  if (!code.includes(part)) throw new Error('Chakra makes its themes in another way now')
  return code.replace(part, () => by)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
