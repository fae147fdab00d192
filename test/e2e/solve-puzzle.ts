import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright'

/** How much darker the picture is where the piece was cut out. */
const holeBrightness = 0.45

/** Solves the open slide puzzle by finding where the piece belongs in the picture. */
export async function solvePuzzle(page: Page, by: 'pointer' | 'keys' = 'pointer'): Promise<void> {
  await movePiece(page, by, 0)
}

/** Drops the piece in a wrong place. */
export async function failPuzzle(page: Page): Promise<void> {
  await movePiece(page, 'pointer', 30)
}

async function movePiece(page: Page, by: 'pointer' | 'keys', aside: number): Promise<void> {
  const slider = page.getByRole('slider')
  await slider.waitFor()
  const longest = Number(await slider.getAttribute('aria-valuemax'))
  const place = await placeOfPiece(slider)
  const x = aside === 0 ? place : place > longest / 2 ? place - aside : place + aside
  if (by === 'keys') return moveByKeys(page, slider, x)
  const handle = await slider.boundingBox()
  const room = await slider.evaluate(
    (element) => (element.parentElement?.clientWidth ?? 0) - element.clientWidth,
  )
  if (!handle) throw new Error('the handle is not to be seen')
  const start = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const steps = 24
  for (let step = 1; step <= steps; step += 1) {
    // Moves like a hand: slower towards the end and not in a straight line.
    const part = 1 - (1 - step / steps) ** 2
    await page.mouse.move(start.x + (x / longest) * room * part, start.y + Math.sin(step) * 3)
    await page.waitForTimeout(12)
  }
  await page.mouse.up()
}

async function moveByKeys(page: Page, slider: Locator, x: number): Promise<void> {
  const now = async () => Number(await slider.getAttribute('aria-valuenow'))
  // As fast as a hand moves.
  const press = (key: string) => page.keyboard.press(key, { delay: 30 })
  await slider.press('ArrowRight')
  while ((await now()) + 10 <= x) await press('PageUp')
  while ((await now()) + 1 < x) await press('ArrowRight')
  await press('Enter')
}

/** Where the piece fits, in pixels: where the whole area under it is darker by that factor. */
async function placeOfPiece(slider: Locator): Promise<number> {
  const images = slider.locator('xpath=ancestor::fieldset').locator('img')
  const [background, piece] = await Promise.all([pixelsOf(images.nth(0)), pixelsOf(images.nth(1))])
  const share = await images
    .nth(1)
    .evaluate((image) => Number.parseFloat((image as HTMLElement).style.top) / 100)
  const y = Math.round(share * background.height)
  let best = { x: 0, difference: Number.POSITIVE_INFINITY }
  for (let x = 0; x + piece.width <= background.width; x += 1) {
    let difference = 0
    for (let row = 0; row < piece.height; row += 1) {
      for (let column = 0; column < piece.width; column += 1) {
        const at = (row * piece.width + column) * 4
        if ((piece.data[at + 3] ?? 0) < 255) continue
        const under = ((y + row) * background.width + x + column) * 4
        for (const channel of [0, 1, 2]) {
          const expected = (piece.data[at + channel] ?? 0) * holeBrightness
          difference += Math.abs((background.data[under + channel] ?? 0) - expected)
        }
      }
    }
    if (difference < best.difference) best = { x, difference }
  }
  return best.x
}

async function pixelsOf(image: Locator) {
  const source = await image.evaluate((element) => (element as HTMLImageElement).src)
  const loaded = await loadImage(Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'))
  const context = createCanvas(loaded.width, loaded.height).getContext('2d')
  context.drawImage(loaded, 0, 0)
  return context.getImageData(0, 0, loaded.width, loaded.height)
}
