import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A small tree laid out like the project, on which a check of `npm run check` is run. */
export async function plantTree(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'small-tree-'))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return {
    folder,
    /** The checker's lines; it must fail exactly when there are any. */
    check: (tool: string) => runCheck(tool, folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function runCheck(tool: string, folder: string): Promise<string[]> {
  const program = fileURLToPath(new URL(`../../src/tools/${tool}.mjs`, import.meta.url))
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, folder], (error, stdout, stderr) => {
      const lines = stdout.trim().split('\n').filter(Boolean)
      if ((error !== null) === lines.length > 0) resolve(lines)
      else reject(new Error(`exit and report disagree:\n${stdout}${stderr}`))
    })
  })
}
