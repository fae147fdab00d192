// `npm run dependencies` looks at every package of the lock file, without a network: is its licence one that we may pass
// on, and is an advisory known for its version? `-- --update` asks the registry for advisories, `-- --osv FOLDER` reads
// them from an unpacked OSV export instead, and `-- --sbom FILE` writes the parts list (CycloneDX). `npm run check` is
// the same look.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { affecting, ageInDays, fromOsv, fromRegistry } from './advisories.mjs'
import { root, run } from './ensure.mjs'
import { licenceProblem } from './licences.mjs'

/** Advisories older than this many days are said to be old. A check does not fail by the passing of time alone. */
const oldAfterDays = 30
const advisoriesFile = 'src/tools/advisories.json'

/**
 * The packages of a lock file (version 3): name, version, licence and whether only the build needs them. A package that
 * is installed in several versions is listed once for each.
 */
export function readPackages(base) {
  const { packages } = JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => ({
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: entry.license ?? '',
      development: entry.dev === true || entry.devOptional === true,
    }))
}

/** `{problems, notes}`: lines about licences and advisories, and what the reader has to know about the look itself. */
export function lookAtDependencies(base, now = new Date()) {
  const packages = readPackages(base)
  const path = join(base, advisoriesFile)
  const data = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  const problems = packages.flatMap((one) => licenceProblem(one) ?? [])
  if (packages.length === 0) problems.push('dependencies: the lock file names no package')
  for (const { one, advisory } of data ? affecting(data, packages) : [])
    problems.push(
      `advisory: ${one.name} ${one.version}: ${advisory.severity}, ${advisory.title} (${advisory.id}; ${advisory.range})`,
    )
  const areLicencesRight = packages.every((one) => !licenceProblem(one))
  return {
    problems,
    notes: [
      `${packages.length} packages in the lock file${areLicencesRight ? ', each with a licence that we may use' : ''}`,
      ...notesOn(data, packages, now),
    ],
  }
}

function notesOn(data, packages, now) {
  const update = 'run `npm run dependencies -- --update` where the registry can be reached'
  if (!data) return [`no advisories are stored, so none was looked for: ${update}`]
  const days = ageInDays(data, now)
  const asked = new Set(data.asked)
  const unasked = packages.filter(({ name, version }) => !asked.has(name) && !asked.has(`${name}@${version}`))
  return [
    `advisories of ${data.asOf.slice(0, 10)}, ${days} days old${days > oldAfterDays ? `, which is old: ${update}` : ''}`,
    ...(unasked.length > 0
      ? [`${unasked.length} packages are newer than that, and none was looked for: ${update}`]
      : []),
  ]
}

/** Stores new advisories, or leaves those that are stored when they cannot be had. */
async function update(read) {
  try {
    const data = await read(readPackages(root))
    writeFileSync(join(root, advisoriesFile), `${JSON.stringify(data, null, 1)}\n`)
    console.log(`stored in ${advisoriesFile}: ${Object.values(data.packages).flat().length} advisories`)
  } catch (error) {
    console.error(`The advisories could not be had, and the stored ones stay: ${error.message}`)
    process.exit(1)
  }
}

/** Writes the CycloneDX parts list that npm makes of the lock file. */
async function writePartsList(file) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { code, output } = await run('npm', args, { quiet: true, shell: process.platform === 'win32' })
  const start = output.indexOf('{')
  if (code !== 0 || start < 0) throw new Error(`npm could not make the parts list: ${output.trim()}`)
  const list = JSON.parse(output.slice(start))
  writeFileSync(resolve(file), `${JSON.stringify(list, null, 2)}\n`)
  console.log(`${file}: ${list.components.length} parts, CycloneDX ${list.specVersion}`)
}

async function main([option, value]) {
  if (option === '--update') return update(fromRegistry)
  if (option === '--osv' && value) return update((packages) => fromOsv(resolve(value), packages))
  if (option === '--sbom' && value) return writePartsList(value)
  if (option?.startsWith('--')) {
    console.error('Known are: --update, --osv FOLDER, --sbom FILE.')
    process.exit(1)
  }
  const { problems, notes } = lookAtDependencies(option ? resolve(option) : root)
  for (const note of notes) console.error(note)
  for (const problem of problems) console.log(problem)
  process.exit(problems.length === 0 ? 0 : 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2))
