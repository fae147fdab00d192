import type { Page } from 'playwright'

/** Names of the fonts in which the browser draws this text as a paragraph of the page. */
export async function fontsOf(page: Page, text: string): Promise<string[]> {
  await page.evaluate((words) => {
    const paragraph = document.createElement('p')
    paragraph.id = 'written'
    paragraph.textContent = words
    document.querySelector('main')?.append(paragraph)
  }, text)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const place = { nodeId: root.nodeId, selector: '#written' }
  const { fonts } = await devtools.send(
    'CSS.getPlatformFontsForNode',
    await devtools.send('DOM.querySelector', place),
  )
  await devtools.detach()
  await page.evaluate(() => document.getElementById('written')?.remove())
  return fonts.map(({ familyName }) => familyName)
}
