import type { Page } from 'playwright'
import { reading } from '#client/texts/zh-CN/reading.ts'

/** The opener reads all bids by hand, and ends the reading. */
export async function readBids(opener: Page, count: number): Promise<void> {
  const press = (name: string) => opener.getByRole('button', { name, exact: true }).click()
  await press(reading.start)
  for (let position = 1; position <= count; position += 1) {
    await opener.locator(`[data-reading="${position}"]`).waitFor()
    await press(position < count ? reading.next : reading.finish)
  }
  await opener.getByText(reading.finished, { exact: true }).first().waitFor()
}
