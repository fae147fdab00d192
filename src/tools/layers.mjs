// Which folder may import which, and what the pure folders may reach. `node src/tools/layers.mjs DIR` checks a tree
// laid out like this project's and prints every violation with its rule's name.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { findImpurities } from './purity.mjs'

/** The layers that each layer may import besides itself; for `test` see `nothing-imports-test`. */
const mayImport = {
  lib: [],
  domain: ['lib'],
  seal: ['domain', 'lib'],
  variants: ['domain', 'lib'],
  protocol: ['domain', 'lib'],
  server: ['protocol', 'seal', 'variants', 'domain', 'lib'],
  client: ['streams', 'sounds', 'protocol', 'seal', 'variants', 'domain', 'lib'],
  tools: [],
  streams: ['protocol', 'domain', 'lib'],
  sounds: ['domain', 'lib'],
  // They start servers as `npm start` does.
  simulators: [
    'server',
    'client',
    'streams',
    'sounds',
    'protocol',
    'seal',
    'variants',
    'domain',
    'lib',
    'tools',
  ],
}

const topFolders = ['src', 'streams', 'sounds', 'simulators', 'test']
const testFile = '\\.test\\.tsx?$'

// With fewer modules the resolver has failed, and its missing violations mean nothing.
const fewestModules = 20

const rules = [
  ...Object.entries(mayImport).map(([layer, allowed]) =>
    rule(
      `layer-${layer}`,
      { path: folders([layer]) },
      { path: folders(Object.keys(mayImport)), pathNot: folders([layer, ...allowed]) },
    ),
  ),
  rule(
    'client-features-apart',
    { path: '^src/client/features/([^/]+)' },
    { path: '^src/client/features/', pathNot: '^src/client/features/$1(/|$)' },
  ),
  rule(
    'client-features-composed-by-routes',
    { path: '^src/client/(session|ui|store|net|auth|voice|certificates|texts)/', pathNot: testFile },
    { path: '^src/client/features/' },
  ),
  // These components know no session; they get their data as properties.
  rule(
    'client-ui-alone',
    { path: '^src/client/ui/', pathNot: testFile },
    { path: '^src/(domain|client)/', pathNot: '^src/client/ui/' },
  ),
  rule(
    'simulators-without-screens',
    { path: folders(['simulators']) },
    { path: '^src/client/(features|session|ui)/' },
  ),
  rule('nothing-imports-test', { pathNot: ['^test/', testFile] }, { path: ['^test/', testFile] }),
  rule(
    'streams-without-transport',
    { path: folders(['streams']), pathNot: testFile },
    {
      path: '(^|node_modules/)(@types/)?(react|react-dom|socket\\.io|socket\\.io-client|engine\\.io-client)(/|$)',
    },
  ),
  rule(
    'browser-code-without-node',
    {
      path: folders(['lib', 'domain', 'seal', 'variants', 'protocol', 'client', 'streams']),
      pathNot: testFile,
    },
    { dependencyTypes: ['core'] },
  ),
  // Only the session authority gets the log that can be appended to. `open-services.ts` opens it. The one method that
  // it gives to others is `create` (`createSession` of the services), which appends no entry.
  rule(
    'one-door',
    {
      pathNot: [
        '^test/',
        testFile,
        '^src/server/(log/|session/authority\\.ts|open-services\\.ts|tell-restored\\.ts)',
      ],
    },
    {
      path: '^src/server/log/(?!(session-log-reader|private-fields|previews|submitted-files|log-marks|restored-epochs)\\.ts)',
    },
  ),
  // Type imports count too: types that two files share have a file of their own.
  rule('no-circular', {}, { circular: true }),
  // Vite makes the virtual ones.
  rule('imports-resolve', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
]

const base = resolve(process.argv[2] ?? '.')
const { modules, dependencies, violations } = await checkImports(base)
if (modules > fewestModules) violations.push(...findImpurities(base, ['src/domain', 'src/lib']))
else violations.push(`too-few-modules: ${modules} found, more than ${fewestModules} expected`)
console.log(
  [...violations, `${modules} modules, ${dependencies} imports, ${violations.length} violations`].join('\n'),
)
process.exit(violations.length === 0 ? 0 : 1)

async function checkImports(base) {
  const { output } = await cruise(
    topFolders.filter((folder) => existsSync(join(base, folder))),
    {
      baseDir: base,
      validate: true,
      ruleSet: { forbidden: rules },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'types', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      },
    },
  )
  const own = output.modules.filter(({ source }) =>
    topFolders.some((folder) => source.startsWith(`${folder}/`)),
  )
  return {
    modules: own.length,
    dependencies: own.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  }
}

function rule(name, from, to) {
  return { name, severity: 'error', from, to }
}

function folders(layers) {
  const paths = layers.map((layer) => (topFolders.includes(layer) ? layer : `src/${layer}`))
  return `^(${paths.join('|')})/`
}
