import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system mounted over a folder. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk, so that nothing more can be written. */
  fill(): void
  makeRoom(): void
  remove(): void
}

/** Whether the tests can make one here: Linux, as root, with the right to mount. */
export const mayMakeSmallDisks = triesToMount()

/** A disk of `megabytes`, on a folder of its own or over the one given. Throws where `mayMakeSmallDisks` is false. */
export function smallDisk(megabytes: number, over?: string): SmallDisk {
  const folder = over ?? mkdtempSync(join(tmpdir(), 'kaibiao-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'none', folder], {
    stdio: 'pipe',
  })
  const filler = join(folder, '.filler')
  return {
    folder,
    fill() {
      try {
        writeFileSync(filler, Buffer.alloc(megabytes * 1024 * 1024))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      if (over === undefined) rmSync(folder, { recursive: true })
    },
  }
}

function triesToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    smallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
