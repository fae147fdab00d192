import type { Locator } from 'playwright'

/** How a person uses a page. */
export interface Hands {
  press(control: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  choose(field: Locator, file: string): Promise<void>
}

/** By pointer, and by setting fields at once. */
export const pointer: Hands = {
  // The box of a checkbox is drawn by its label.
  press: (control) => control.locator('xpath=(ancestor::label | self::*)[1]').click(),
  fill: (field, text) => field.fill(text),
  choose: (field, file) => field.setInputFiles(file),
}

/** By keys alone: every control is reached by Tab from where the focus is, and can be seen there. */
export const keyboard: Hands = {
  async press(control) {
    await reach(control)
    await control.page().keyboard.press(await keyOf(control))
  },
  async fill(field, text) {
    await reach(field)
    await field.page().keyboard.press('Control+A')
    await field.page().keyboard.type(text)
  },
  async choose(field, file) {
    const page = field.page()
    for (let tries = 0; tries < 3; tries += 1) {
      await reach(field)
      // A page that is drawn again at this moment may swallow the key.
      const dialog = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => null)
      await page.keyboard.press('Space')
      const opened = await dialog
      if (opened) return opened.setFiles(file)
    }
    throw new Error(`the keyboard opens no dialog of ${field}`)
  },
}

/** More controls than any page has; a second round starts at the page's top. */
const mostTabs = 300

async function reach(control: Locator): Promise<void> {
  await control.waitFor()
  const { keyboard } = control.page()
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return isSeen(control)
    await keyboard.press('Tab')
  }
  throw new Error(`not reached by Tab: ${control}`)
}

/** The focused control is in the window and nothing covers its middle. */
async function isSeen(control: Locator): Promise<void> {
  const covering = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isOwn = found !== null && (element.contains(found) || found.contains(element))
    // A control that is drawn by its label lies below it.
    return isOwn || found?.closest('label')?.contains(element)
      ? null
      : (found?.outerHTML.slice(0, 200) ?? 'out of sight')
  })
  if (covering !== null) throw new Error(`${control} has the focus below ${covering}`)
}

/** Boxes are ticked by the space bar, links followed by Enter. */
async function keyOf(control: Locator): Promise<'Space' | 'Enter'> {
  return control.evaluate((element) => (element.matches('input[type=checkbox]') ? 'Space' : 'Enter'))
}
