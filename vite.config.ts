import { cpSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { themePlugin } from './src/client/ui/theme-plugin.ts'
import { SlowestFirst } from './test/support/slowest-first.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = 'http://localhost:3000'
const theme = join(root, 'src/client/ui/theme.ts')

export default defineConfig(({ isSsrBuild }) => ({
  // Tests are everywhere; the page is built from its own folder.
  root: process.env.VITEST ? root : join(root, 'src/client'),
  plugins: isSsrBuild
    ? [copyMigrations()]
    : [react(), nameInDevelopment(), themePlugin(theme), paintBeforeScripts(), drawIcons(), compressAssets()],
  build: isSsrBuild ? serverBuild : clientBuild,
  // Not in tests, which they would slow down.
  ssr: isSsrBuild ? { noExternal: manyModules } : {},
  server: {
    fs: { allow: [root] },
    proxy: {
      '/api': server,
      '/healthz': server,
      '/socket.io': { target: server, ws: true },
    },
  },
  test: { projects, sequence: { sequencer: SlowestFirst } },
}))

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** The server puts the region's name into the page; in development there is no such server. */
function nameInDevelopment(): Plugin {
  return {
    name: 'name-in-development',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll(/__TITLE(_EN)?__/g, '开标大厅'),
  }
}

/**
 * The page's first paint needs no script: browsers need not hurry with them before it. In the template `later` is what
 * all screens but the home page need, in `section` what a section's screens are made of; both in the order of their
 * evaluation (`src/client/linked.ts`). Last come the calls, so that whoever goes offline has them. Fetched with the page
 * they would compete with what draws its frame: the largest paint came a second later.
 */
function paintBeforeScripts(): Plugin {
  return {
    name: 'paint-before-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const linksTo = (names: readonly string[], mark = '') =>
          names
            .map((name) => new RegExp(`^assets/${name}-[\\w-]{8}\\.js$`))
            .flatMap((pattern) => Object.keys(bundle).filter((file) => pattern.test(file)))
            .map((file) => `<link rel="modulepreload"${mark} crossorigin href="/${file}">`)
            .join('')
        const later = linksTo(['zod', 'schemas', 'hall', 'api-client'], ' data-later')
        const section =
          linksTo(['events', 'commands', 'shared', 'section-screens'], ' data-section') + linksTo(['calls'])
        return html
          .replace(
            '</head>',
            `<template id="later">${later}</template><template id="section">${section}</template></head>`,
          )
          .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      },
    },
  }
}

/**
 * Modules that one file of the build has, instead of dozens of files: those that the given ones import, without what is
 * imported later. `first`: what every page needs; `hall`: what every screen but the home page needs; `events` and
 * `commands`: what the section's screens need of the domain; `shared`: what they share with other screens; `calls`: what
 * only the calls of a section need.
 */
const joinedFiles = {
  first: ['main.tsx'],
  hall: ['net/api-client.ts', 'ui/Toast.tsx', 'features/section-list/SectionListPage.tsx'],
  events: ['../domain/session/event-table.ts'],
  commands: ['../domain/session/command.ts'],
  shared: ['section-screens.tsx'],
  calls: ['../protocol/calls.ts'],
}

const joinedModules = new Map<string, ReadonlySet<string>>()

/** The modules of one such file; those of earlier files are among them. */
function modulesOf(file: keyof typeof joinedFiles, modules: Modules): ReadonlySet<string> {
  const known = joinedModules.get(file)
  if (known) return known
  const found = new Set<string>()
  const add = (one: string) => {
    // A library comes with the modules that import it; what is shared of it has no other place.
    if (found.has(one) || (file !== 'shared' && one.includes('node_modules'))) return
    found.add(one)
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) add(imported)
  }
  for (const name of joinedFiles[file]) add(join(root, 'src/client', name))
  joinedModules.set(file, found)
  return found
}

/**
 * What checks calls and answers: of `hall` the part whose evaluation takes longest. It is a file of its own, beside that of
 * its library, so that each is evaluated in a task of its own.
 */
function isSchema(id: string, modules: Modules): boolean {
  return /[\\/]src[\\/](protocol|domain|variants)[\\/]/.test(id) && modulesOf('hall', modules).has(id)
}

/** A group of the build's files; the first one that a module fits has it. */
function joined(file: keyof typeof joinedFiles) {
  return {
    debugName: file,
    name: (id: string, modules: Modules) => (modulesOf(file, modules).has(id) ? file : null),
    // The screens themselves are a file of their own.
    minShareCount: file === 'shared' ? 2 : 1,
  }
}

const clientBuild: UserConfig['build'] = {
  outDir: join(root, 'dist/client'),
  emptyOutDir: true,
  // The page's content security policy allows neither inline scripts nor data: fonts.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // The PDF preview's worker is one large file, which is loaded when a preview is opened.
  chunkSizeWarningLimit: 2000,
  rolldownOptions: {
    input: {
      index: join(root, 'src/client/index.html'),
      'service-worker': join(root, 'src/client/offline/service-worker.ts'),
    },
    output: {
      // Its address says what it may serve, and stays the same.
      entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      codeSplitting: {
        groups: [
          {
            name: 'react',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie)[\\/]/,
          },
          {
            name: 'screen',
            test: /node_modules[\\/](@emotion|stylis|i18next|react-i18next|zustand|use-sync-external-store|@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/](styled-system|theme))[\\/]/,
          },
          { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
          { name: 'rxjs', test: /node_modules[\\/](rxjs|tslib)[\\/]/ },
          { name: 'linked', test: /src[\\/]client[\\/](begin|fetch-later|linked|next-task)\.ts$/ },
          joined('first'),
          {
            debugName: 'schemas',
            name: (id: string, modules: Modules) => (isSchema(id, modules) ? 'schemas' : null),
          },
          joined('hall'),
          joined('events'),
          joined('commands'),
          joined('shared'),
          joined('calls'),
        ],
      },
    },
  },
}

/** Libraries of many small modules are part of the built server: reading each file takes a third of its start. */
const manyModules = [
  ...['drizzle-orm', 'zod', 'fastify-type-provider-zod', 'jose', 'age-encryption'],
  ...['@noble/hashes', '@noble/curves', '@noble/ciphers', '@noble/post-quantum', '@scure/base'],
  ...['pkijs', 'asn1js', 'bytestreamjs', 'pvutils', 'pvtsutils'],
]

const serverBuild: UserConfig['build'] = {
  outDir: join(root, 'dist/server'),
  emptyOutDir: true,
  target: 'node20',
  minify: false,
  rolldownOptions: {
    input: {
      main: join(root, 'src/server/main.ts'),
      'rotate-keys': join(root, 'src/server/rotate-keys.ts'),
      'tell-restored': join(root, 'src/server/tell-restored.ts'),
      'bid-file-worker': join(root, 'src/server/bid-file-processor/worker.ts'),
      'report-worker': join(root, 'src/server/reports/worker.ts'),
    },
    // All files in one folder, so that `new URL(…, import.meta.url)` resolves to dist/server/ everywhere.
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
}

// Time limits only end tests that hang, because test machines may be slow. Each worker loads all modules for itself, so
// there are as many as processors, and more where tests wait for browsers (one more) or servers (two more).
const usual = { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: availableParallelism() }
const waiting = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: availableParallelism() + 2 }
const excluded = ['**/node_modules/**', 'dist/**', 'data*/**']

// Tests with processes of their own (server, database, browser) depend on the machine's load: they have `retry: 1`. A
// test that passes only the second time is listed at the end (`src/tools/second-tries.mjs`).
const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['**/*.test.ts'],
      exclude: [...excluded, '**/*.pg.test.ts'],
      ...usual,
      // Loading the modules anew for each file takes a third of the time.
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'dom',
      environment: 'happy-dom',
      include: ['**/*.test.tsx'],
      exclude: excluded,
      setupFiles: [join(root, 'test/client/dom-setup.ts')],
      ...usual,
      // Loading React and Chakra anew for each file takes two thirds of the time.
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'pg',
      include: ['**/*.pg.test.ts'],
      exclude: excluded,
      globalSetup: [join(root, 'test/support/pg-setup.ts')],
      ...waiting,
      sequence: { groupOrder: 1 },
      isolate: false,
      retry: 1,
    },
  },
  {
    extends: true,
    test: {
      name: 'e2e',
      include: ['test/e2e/**/*.e2e.ts'],
      globalSetup: [join(root, 'test/support/pg-setup.ts')],
      pool: 'forks',
      ...waiting,
      maxWorkers: availableParallelism() + 1,
      sequence: { groupOrder: 2 },
      // The files of a worker share a browser.
      isolate: false,
      retry: 1,
      testTimeout: 180_000,
      // Reading a page takes up to a second on a busy machine, and each reading costs it time.
      expect: { poll: { timeout: 20_000, interval: 200 } },
    },
  },
]

/** Puts the folder `migrations` of the server's sources beside the built server: both read it by `import.meta.url`. */
function copyMigrations(): Plugin {
  return {
    name: 'copy-migrations',
    closeBundle() {
      const sources = join(root, 'src/server')
      for (const entry of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
        if (basename(entry) !== 'migrations') continue
        cpSync(join(sources, entry), join(root, 'dist/server/migrations'), { recursive: true })
      }
    },
  }
}

/** Draws the seal for the home screens of phones; a maskable icon may lose a tenth at each edge. */
function drawIcons(): Plugin {
  const seal = join(root, 'src/client/seal.svg')
  const icons = [
    { name: 'seal-180', pixels: 180, share: 0.84, ground: '#f6f4ee' },
    { name: 'seal-192', pixels: 192, share: 1, ground: null },
    { name: 'seal-512', pixels: 512, share: 1, ground: null },
    { name: 'seal-maskable-512', pixels: 512, share: 0.8, ground: '#a61e1a' },
  ]
  return {
    name: 'draw-icons',
    apply: 'build',
    async closeBundle() {
      const { createCanvas, loadImage } = await import('@napi-rs/canvas')
      const folder = join(root, 'dist/client/icons')
      await mkdir(folder, { recursive: true })
      for (const { name, pixels, share, ground } of icons) {
        const canvas = createCanvas(pixels, pixels)
        const context = canvas.getContext('2d')
        if (ground) {
          context.fillStyle = ground
          context.fillRect(0, 0, pixels, pixels)
        }
        const image = await loadImage(seal)
        image.width = image.height = Math.round(pixels * share)
        const edge = (pixels - image.width) / 2
        context.drawImage(image, edge, edge, image.width, image.height)
        await writeFile(join(folder, `${name}.png`), await canvas.encode('png'))
      }
    },
  }
}

/** Smaller files gain nothing. */
const compressedFrom = 1000

/** Puts `.br` and `.gz` beside each text file of the page, once: the server sends what the browser takes. */
function compressAssets(): Plugin {
  const ways = { br: promisify(brotliCompress), gz: promisify(gzip) }
  return {
    name: 'compress-assets',
    // Vitest closes a bundle, too.
    apply: 'build',
    async closeBundle() {
      const folder = join(root, 'dist/client/assets')
      const texts = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const content = await readFile(join(folder, name))
          if (content.length < compressedFrom) return
          for (const [extension, compress] of Object.entries(ways))
            await writeFile(join(folder, `${name}.${extension}`), await compress(content))
        }),
      )
    },
  }
}
