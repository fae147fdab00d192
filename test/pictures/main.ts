import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Browser } from 'playwright'
import { demoKeyFolder } from '#server/platform/keys.ts'
import { httpClient } from '#simulators/client/http-client.ts'
import { logIn } from '#simulators/client/session-client.ts'
import { prepareDemo, seedDemo } from '#simulators/demo/seed.ts'
import { freePort, startServer, temporaryData } from '#simulators/fixtures/server-process.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import { launchChromium } from '#test/e2e/browser.ts'
import { storageInSection } from '#test/e2e/logged-in.ts'

/* Takes the pictures of the README, of a demo that has just been brought. */

interface Picture {
  readonly name: string
  readonly userCode: string
  /** The address, `SECTION` being the one in which the user is. */
  readonly address: string
  readonly section: 'decryption' | 'announcement'
  readonly size: { readonly width: number; readonly height: number }
  readonly theme?: 'dark'
  /** Taken once the prompt that is shown first has gone: it stands above a part of the page. */
  readonly afterCaption?: true
}

const laptop = { width: 1366, height: 768 }
const pictures: readonly Picture[] = [
  { name: 'list', userCode: 'opener', address: '/hall', section: 'decryption', size: laptop },
  { name: 'opener', userCode: 'opener', address: '/bid/SECTION', section: 'decryption', size: laptop },
  {
    name: 'room',
    userCode: 'supervisor',
    address: '/screen/SECTION',
    section: 'announcement',
    size: { width: 1920, height: 1080 },
  },
  {
    name: 'phone',
    userCode: 'bidder4',
    address: '/bid/SECTION',
    section: 'decryption',
    size: { width: 390, height: 844 },
    theme: 'dark',
    afterCaption: true,
  },
]

/** In pixels: as wide as a README shows it. */
const widest = 1000
const settleMs = 3000
/** Longer than a prompt is shown. */
const captionMs = 20_000

process.env.KAIBIAO_SERVER = 'built'
const data = temporaryData()
const server = await startServer({
  dataDir: data.folder,
  port: await freePort(),
  environment: { DEMO: '1', PLATFORM_KEY: '' },
})
const browser = await launchChromium()
try {
  const sections = await bringDemo()
  for (const picture of pictures) await take(browser, picture, sections[picture.section])
} finally {
  await browser.close()
  await server.stop()
  data.remove()
}

/** Seeds the demo; resolves with the ids of the sections that are under way. */
async function bringDemo(): Promise<Record<Picture['section'], string>> {
  const key = readFileSync(join(demoKeyFolder(data.folder), 'private.pem'), 'utf8')
  const platform = createPlatformClient({ url: server.url, key })
  await seedDemo({ url: server.url, platform, dataDir: data.folder }, await prepareDemo())
  const supervisor = await logIn(httpClient(server), { userCode: 'supervisor' })
  const { rows } = await supervisor.call('getJYPTGongChengLieBiao', { body: {} })
  const at = (step: string) => rows.find(({ running }) => running?.step === step)?.bdGuid ?? ''
  return { decryption: at('opening'), announcement: at('announcement') }
}

async function take(on: Browser, picture: Picture, section: string): Promise<void> {
  const { name, userCode, address, size, theme = 'light' } = picture
  const context = await on.newContext({
    ...{ locale: 'zh-CN', viewport: size, colorScheme: theme, reducedMotion: 'reduce' },
    deviceScaleFactor: size.width < widest ? 2 : 1,
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/healthz`)
  const stored = await storageInSection(server, { userCode }, section)
  await page.evaluate(
    (kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value)
    },
    [...stored],
  )
  await page.goto(server.url + address.replace('SECTION', section))
  const captionsOnly = page.getByRole('button', { name: '仅看字幕' })
  await captionsOnly.click({ timeout: settleMs }).catch(() => {})
  await delay(settleMs)
  if (picture.afterCaption) {
    const caption = page.locator('[data-caption-strip]').filter({ hasText: /\S/ })
    await caption.waitFor({ state: 'detached', timeout: captionMs })
  }
  const file = fileURLToPath(new URL(`${name}.webp`, import.meta.url))
  const picked = await webp(await page.screenshot())
  writeFileSync(file, picked)
  console.log(`${name}.webp: ${Math.round(picked.length / 1000)} kB`)
  await context.close()
}

/** The picture as WebP, at most so wide. */
async function webp(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png)
  const scale = Math.min(1, widest / image.width)
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('webp', 82)
}
