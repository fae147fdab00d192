import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const said = (tool: string, argument: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`src/tools/${tool}.mjs`, argument], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test.each(['tell-restored', 'rotate-keys'])(
  '%s answers --help, and refuses what it does not know',
  (tool) => {
    const help = said(tool, '--help')
    expect(help.status).toBe(0)
    expect(help.stdout).toMatch(`npm run ${tool}: `)
    const refused = said(tool, '--dry-run')
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch('Unknown argument --dry-run; nothing was done.')
  },
)

test('fuzz answers --help', () => {
  expect(said('fuzz', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--hostile N') })
})
