// `npm run check` runs types, lint and format, layers, variants' names, texts, the API description, dead code and a look
// at dependencies in parallel, and reports each when it ends.
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root, run, runBin } from './ensure.mjs'

const quiet = { quiet: true }

const checks = {
  // TypeScript 7 takes a third of the time; the tools beside this one need the API that only TypeScript 6 has. Several
  // checkers would each compute the same types of libraries.
  types: () =>
    runBin(
      'typescript-7',
      'tsc',
      ['-p', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types'],
      quiet,
    ),
  lint: () => runBin('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.'], quiet),
  layers: () => run(process.execPath, ['src/tools/layers.mjs', root], quiet),
  'variant names': () => run(process.execPath, ['src/tools/variant-names.mjs', root], quiet),
  texts: () => run(process.execPath, ['src/tools/texts.mjs', root], quiet),
  'API description': () => run(process.execPath, ['src/tools/openapi.mjs'], quiet),
  'dead code': () =>
    runBin('knip', 'knip', ['--config', 'src/tools/knip.json', '--no-progress', '--no-config-hints'], quiet),
  // Its notes are printed in any case: they say how old the known advisories are.
  dependencies: () => run(process.execPath, ['src/tools/dependencies.mjs']),
}

/** Runs every check, prints its seconds and, if it failed, its findings; resolves with the number of failed checks. */
export async function runChecks() {
  const started = performance.now()
  const failures = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const { code, output } = await check()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(output?.trimEnd() ?? '')
      return code === 0 ? 0 : 1
    }),
  )
  return failures.reduce((sum, failed) => sum + failed, 0)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  process.exit((await runChecks()) === 0 ? 0 : 1)
}
