import { afterEach, describe, expect, it } from 'vitest'
// @ts-expect-error a tool in plain JavaScript
import { fromOsv, fromRegistry } from '../../src/tools/advisories.mjs'
// @ts-expect-error a tool in plain JavaScript
import { lookAtDependencies, readPackages } from '../../src/tools/dependencies.mjs'
import { plantTree } from './small-tree.ts'

// The look at dependencies that `npm run check` takes, on small lock files.

let tree: Awaited<ReturnType<typeof plantTree>> | undefined
afterEach(() => tree?.remove())

const advisories = {
  asOf: '2026-03-01T00:00:00.000Z',
  source: 'npm registry',
  asked: ['parser@1.4.0'],
  packages: {
    parser: [
      { id: 'GHSA-aaaa-bbbb-cccc', title: 'Reads too far', severity: 'high', range: '>=1.0.0 <1.4.2' },
    ],
  },
}

describe('a licence', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', '(MIT AND (Zlib OR GPL-2.0-only))'])(
    'may be %s',
    async (license) => {
      expect((await look({ parser: { version: '1.4.0', license } })).problems).toEqual([])
    },
  )

  it.each(['GPL-3.0-only', 'SEE LICENSE IN LICENSE.md', '(MIT AND GPL-3.0-only)', 'MPL-2.0'])(
    'that is passed on may not be %s',
    async (license) => {
      const { problems } = await look({ parser: { version: '1.4.0', license } })
      expect(problems).toEqual([`licence: parser 1.4.0 has ${license}, which we may not pass on`])
    },
  )

  it('of a tool may be one more', async () => {
    expect((await look({ parser: { version: '1.4.0', license: 'MPL-2.0', dev: true } })).problems).toEqual([])
  })

  it('must be named', async () => {
    expect((await look({ parser: { version: '1.4.0' } })).problems).toEqual([
      'licence: parser 1.4.0 names none',
    ])
  })
})

describe('an advisory', () => {
  it('is named with the version that it is about', async () => {
    const { problems } = await look({ parser: { version: '1.4.0', license: 'MIT' } }, advisories)
    expect(problems).toEqual([
      'advisory: parser 1.4.0: high, Reads too far (GHSA-aaaa-bbbb-cccc; >=1.0.0 <1.4.2)',
    ])
  })

  it('is no problem once it is mended, and the newer version is said to be one that nobody asked for', async () => {
    const { problems, notes } = await look({ parser: { version: '1.4.2', license: 'MIT' } }, advisories)
    expect(problems).toEqual([])
    expect(notes).toContainEqual(expect.stringContaining('1 packages are newer than that'))
  })

  it('that is old is said to be old; one of today is not', async () => {
    const packages = { parser: { version: '1.4.2', license: 'MIT' } }
    const soon = await look(packages, advisories, new Date('2026-03-31T00:00:00Z'))
    const late = await look(packages, advisories, new Date('2026-04-01T00:00:00Z'))
    expect(soon.notes).toContain('advisories of 2026-03-01, 30 days old')
    expect(late.notes).toContainEqual(expect.stringContaining('31 days old, which is old: run'))
  })

  it('is missed by nobody where none is stored: that is said', async () => {
    const { notes } = await look({ parser: { version: '1.4.0', license: 'MIT' } })
    expect(notes).toContainEqual(expect.stringContaining('no advisories are stored, so none was looked for'))
  })
})

describe('advisories are had', () => {
  it('from the registry, for the versions of the lock file', async () => {
    const requests: { url: string; body: unknown }[] = []
    const fetch = async (url: URL, { body }: { body: string }) => {
      requests.push({ url: String(url), body: JSON.parse(body) })
      const [{ id, range, ...rest }] = advisories.packages.parser as [(typeof advisories.packages.parser)[0]]
      return Response.json({ parser: [{ url: `https://x/${id}`, vulnerable_versions: range, ...rest }] })
    }
    const packages = [{ name: 'parser', version: '1.4.0' }]
    const now = new Date(advisories.asOf)
    expect(await fromRegistry(packages, { fetch, registry: 'https://registry.example/', now })).toEqual(
      advisories,
    )
    expect(requests).toEqual([
      { url: 'https://registry.example/-/npm/v1/security/advisories/bulk', body: { parser: ['1.4.0'] } },
    ])
  })

  it('from no registry that refuses', async () => {
    const fetch = async () => new Response(null, { status: 405 })
    await expect(fromRegistry([], { fetch, registry: 'https://registry.example/' })).rejects.toThrow(
      'answers 405',
    )
  })

  it('from an OSV export, without what was withdrawn', async () => {
    const record = {
      id: 'GHSA-aaaa-bbbb-cccc',
      modified: advisories.asOf,
      summary: 'Reads too far',
      database_specific: { severity: 'HIGH' },
      affected: [
        {
          package: { ecosystem: 'npm', name: 'parser' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.4.2' }] }],
        },
      ],
    }
    const withdrawn = { ...record, id: 'GHSA-dddd-eeee-ffff', withdrawn: advisories.asOf }
    tree = await plantTree({ 'osv/a.json': JSON.stringify(record), 'osv/b.json': JSON.stringify(withdrawn) })
    const found = fromOsv(`${tree.folder}/osv`, [{ name: 'parser', version: '1.4.0' }])
    expect(found).toEqual({ ...advisories, source: 'osv.dev', asked: ['parser'] })
  })
})

describe('the lock file', () => {
  it('is read with every version of a package, under its own name', async () => {
    await look({
      parser: { version: '1.4.0', license: 'MIT' },
      'other/node_modules/parser': { version: '2.0.0', license: 'MIT' },
      alias: { name: '@scope/real', version: '3.0.0', license: 'MIT', dev: true },
    })
    expect(readPackages(tree?.folder)).toEqual([
      { name: 'parser', version: '1.4.0', licence: 'MIT', development: false },
      { name: 'parser', version: '2.0.0', licence: 'MIT', development: false },
      { name: '@scope/real', version: '3.0.0', licence: 'MIT', development: true },
    ])
  })

  it('without packages is a problem by itself', async () => {
    expect((await look({})).problems).toEqual(['dependencies: the lock file names no package'])
  })
})

async function look(packages: Record<string, object>, stored?: object, now?: Date) {
  const entries = Object.entries(packages).map(([path, entry]) => [`node_modules/${path}`, entry])
  tree = await plantTree({
    'package-lock.json': JSON.stringify({ packages: { '': {}, ...Object.fromEntries(entries) } }),
    ...(stored ? { 'src/tools/advisories.json': JSON.stringify(stored) } : {}),
  })
  return lookAtDependencies(tree.folder, now) as { problems: string[]; notes: string[] }
}
