import type { Page } from 'playwright'
import { readQrPicture } from '#simulators/phone/read-picture.ts'

/** The text of the QR code on the screen, read from a screenshot as a phone's camera would. */
export async function readCodeOf(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /二维码/ })
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await code.waitFor()
    const text = await readQrPicture(await code.screenshot())
    if (text !== null) return text
    await page.waitForTimeout(200)
  }
  throw new Error('there is no code to be read on the screen')
}
