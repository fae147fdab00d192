import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { plantTree } from './small-tree.ts'

const tools = fileURLToPath(new URL('../../src/tools/', import.meta.url))

test('packages are not installed into a linked folder, whose owner they would be taken from', async () => {
  const { folder, remove } = await plantTree({
    'package-lock.json': JSON.stringify({
      packages: { '': {}, 'node_modules/missing': { version: '1.0.0' } },
    }),
    'others/kept.txt': 'kept',
    'run.mjs': "import { ensureInstalled } from './src/tools/ensure.mjs'\nawait ensureInstalled()\n",
  })
  onTestFinished(remove)
  await mkdir(join(folder, 'src/tools'), { recursive: true })
  for (const tool of ['ensure.mjs', 'end-with-npm.mjs'])
    await cp(join(tools, tool), join(folder, 'src/tools', tool))
  await symlink(join(folder, 'others'), join(folder, 'node_modules'))
  const said = await new Promise((resolve) =>
    execFile(process.execPath, [join(folder, 'run.mjs')], (error, _stdout, stderr) =>
      resolve([error?.code, stderr.trim()]),
    ),
  )
  expect(said).toEqual([1, 'node_modules is a link to another folder: remove it, and run this again.'])
  expect(await readdir(join(folder, 'others'))).toEqual(['kept.txt'])
})
