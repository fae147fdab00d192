// Known advisories for packages, stored as `{asOf, source, asked, packages}`: when they were asked for, where, for what
// (`name@version`, or `name` when every advisory of a package is stored), and by package `{id, title, severity, range}`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'

/** Days since the advisories were asked for. */
export function ageInDays({ asOf }, now) {
  return Math.floor((now.getTime() - Date.parse(asOf)) / 86_400_000)
}

/** The stored advisories that name the version of a package, as `{one, advisory}`. */
export function affecting(data, packages) {
  return packages.flatMap((one) =>
    (data.packages[one.name] ?? [])
      .filter(({ range }) => satisfies(one.version, range, { includePrerelease: true }))
      .map((advisory) => ({ one, advisory })),
  )
}

/** Asks the registry that npm uses for the advisories of exactly these versions. Throws when it does not answer. */
export async function fromRegistry(
  packages,
  { fetch = globalThis.fetch, registry = usualRegistry(), now = new Date() } = {},
) {
  const versions = {}
  for (const { name, version } of packages)
    versions[name] = [...new Set([...(versions[name] ?? []), version])]
  const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`the registry answers ${response.status}`)
  const known = Object.entries(await response.json()).map(([name, advisories]) => [
    name,
    advisories.map(({ url, title, severity, vulnerable_versions: range }) => ({
      id: /GHSA(-[a-z0-9]{4}){3}/.exec(url)?.[0] ?? url,
      title,
      severity,
      range,
    })),
  ])
  const asked = Object.entries(versions).flatMap(([name, list]) =>
    list.map((version) => `${name}@${version}`),
  )
  return {
    asOf: now.toISOString(),
    source: 'npm registry',
    asked: asked.sort(),
    packages: Object.fromEntries(known.sort()),
  }
}

function usualRegistry() {
  const set = process.env.npm_config_registry ?? 'https://registry.npmjs.org'
  return set.endsWith('/') ? set : `${set}/`
}

/**
 * Reads an unpacked export of osv.dev for npm, a folder of one JSON file per advisory: for offices without a way out.
 * The export's age is that of its newest record.
 */
export function fromOsv(folder, packages) {
  const names = new Set(packages.map(({ name }) => name))
  const known = {}
  let asOf = ''
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const record = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    if (record.modified > asOf) asOf = record.modified
    if (record.withdrawn) continue
    for (const { package: about, ranges = [], versions = [] } of record.affected ?? []) {
      if (about?.ecosystem !== 'npm' || !names.has(about.name)) continue
      const range = [...ranges.flatMap(rangesOf), ...versions].join(' || ')
      if (!range) continue
      known[about.name] = [
        ...(known[about.name] ?? []),
        {
          id: record.id,
          title: record.summary ?? record.id,
          severity: record.database_specific?.severity?.toLowerCase() ?? 'not rated',
          range,
        },
      ]
    }
  }
  if (!asOf) throw new Error(`there are no OSV records in ${folder}`)
  return { asOf, source: 'osv.dev', asked: [...names].sort(), packages: known }
}

/** The ranges of versions of an OSV record: each begins where it was introduced and ends before it was mended. */
function rangesOf({ type, events }) {
  if (type !== 'SEMVER') return []
  const ranges = []
  for (const event of events) {
    if (event.introduced !== undefined)
      ranges.push(`>=${event.introduced === '0' ? '0.0.0-0' : event.introduced}`)
    if (event.fixed) ranges[ranges.length - 1] += ` <${event.fixed}`
    if (event.last_affected) ranges[ranges.length - 1] += ` <=${event.last_affected}`
  }
  return ranges
}
