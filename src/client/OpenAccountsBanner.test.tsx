import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { OpenAccountsBanner } from './OpenAccountsBanner.tsx'

const region = (demo: boolean, testAccounts: boolean) => ({
  variant: standard,
  answers: { getVariant: { name: standard.name, demo, testAccounts, variant: standard } },
})

test.each([
  [true, false, common.openAccounts_demo],
  [true, true, common.openAccounts_test],
  [false, true, common.openAccounts_test],
])(
  '[ACC-10] a public page says that anybody may log in (demo %s, test accounts %s)',
  async (demo, open, text) => {
    renderInRegion(<OpenAccountsBanner host="hall.example" />, region(demo, open))
    expect((await screen.findByRole('note')).textContent).toBe(text)
  },
)

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['hall.example', false],
])('[ACC-10] at %s, open: %s, there is nothing to say', async (host, open) => {
  const page = (
    <>
      <OpenAccountsBanner host={host} />
      <p>page</p>
    </>
  )
  renderInRegion(page, region(open, open))
  await screen.findByText('page')
  expect(screen.queryByRole('note')).toBeNull()
})
