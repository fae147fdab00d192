import { existsSync, readFileSync } from 'node:fs'
import { fail, run, runBin } from './ensure.mjs'

const places = [
  // The headless shell has no windows and background services, and needs half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const downloadTimeout = 10 * 60_000

/**
 * Finds a browser that starts, or installs one; resolves with its path, or with '' for playwright's own.
 * `CHROMIUM_PATH` takes precedence. Exits when there is none.
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given && !(await starts(given))) fail(`CHROMIUM_PATH=${given} does not start.`)
  if (given) return given
  const found = await firstThatStarts([...places, ''])
  if (found !== null) return found

  console.log('No browser found: installing one for the browser tests, once …')
  const isRoot = process.getuid?.() === 0
  const args = ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  await runBin('playwright', 'playwright', args, { timeout: downloadTimeout })
  if (await starts('')) return ''
  if (isRoot && isDebian()) {
    await run('apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'])
      if (await starts(`/usr/bin/${name}`)) return `/usr/bin/${name}`
    }
  }
  return fail(
    'No browser for the browser tests: install Chromium or Chrome, or name one by CHROMIUM_PATH.\n' +
      'All other tests run without it: npm test -- --only check,build,unit',
  )
}

async function firstThatStarts(paths) {
  for (const path of paths) if ((path === '' || existsSync(path)) && (await starts(path))) return path
  return null
}

/** The browser is started, because distributions ship launchers for browsers that are not installed. */
async function starts(path) {
  const { chromium } = await import('playwright')
  try {
    const browser = await chromium.launch({
      executablePath: path || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
      timeout: 30_000,
    })
    await browser.close()
    return true
  } catch {
    return false
  }
}

function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}
