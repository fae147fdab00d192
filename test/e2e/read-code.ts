import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright'
import { readQrPicture } from '#simulators/phone/read-picture.ts'

/** The text of the QR code on the screen, read from a screenshot as a phone's camera would. */
export async function readCodeOf(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /二维码/ })
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await code.waitFor()
    const image = await loadImage(await code.screenshot())
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    const text = readQrPicture(context.getImageData(0, 0, image.width, image.height))
    if (text !== null) return text
    await page.waitForTimeout(200)
  }
  throw new Error('there is no code to be read on the screen')
}
