import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browser, copyOf, server } from '#test/client/browser-tabs.ts'

const minutes = 60_000

test('however its tabs are opened, copied, closed and late, a login in use is never lost', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({
        // Each step: which tab does what, how long later, and how late the channel is.
        steps: fc.array(
          fc.record({
            tab: fc.nat({ max: 4 }),
            act: fc.constantFrom('fresh', 'refused', 'copy', 'reload', 'close', 'open'),
            minutes: fc.nat({ max: 9 }),
            together: fc.boolean(),
          }),
          { maxLength: 25 },
        ),
        delays: fc.infiniteStream(fc.nat({ max: 3 })),
      }),
      async ({ steps, delays }) => {
        const hall = server()
        const page = browser(hall, () => delays.next().value ?? 0)
        const open = [page().logIn('opener')]
        const running: Promise<unknown>[] = []
        for (const { tab, act, minutes: after, together } of steps) {
          // No message takes minutes.
          if (after > 0) await page.arrived()
          hall.pass(after * minutes)
          const at = tab % open.length
          const chosen = open[at]
          if (!chosen) throw new Error('no tab is open')
          if (act === 'fresh') running.push(chosen.refresher.fresh())
          if (act === 'refused') running.push(chosen.refresher.renewAfter(chosen.tokens.user()))
          if (act === 'copy') open.push(page(copyOf(chosen.storage)))
          if (act === 'reload') {
            await Promise.all(running)
            chosen.close()
            open[at] = page(chosen.storage)
          }
          if (act === 'close' && open.length > 1) {
            await Promise.all(running)
            chosen.close()
            open.splice(at, 1)
          }
          if (act === 'open') {
            const fresh = page()
            await fresh.tabs.adopt()
            open.push(fresh)
          }
          if (!together) await Promise.all(running)
        }
        await Promise.all(running)
        await page.arrived()
        hall.pass(8 * minutes)
        for (const { refresher } of open) await refresher.fresh()
        expect(hall.isOver('opener')).toBe(false)
        expect(open.map(({ tokens }) => tokens.login())).toEqual(open.map(() => 'opener'))
      },
    ),
  ))
