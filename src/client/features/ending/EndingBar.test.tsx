import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StepBarSlot } from '#client/ui/StepBar.tsx'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { EndingBar } from './EndingBar.tsx'

test.each([
  ['opener', '全部投标人已签名，请确认签名结束。'],
  ['supervisor', '全部投标人已签名，等待开标人确认签名结束。'],
] as const)('the %s sees no signing countdown once all bidders have signed', async (role, said) => {
  const bar = (
    <StepBarSlot value={document.body}>
      <EndingBar shown="signing" onShow={() => {}} onEnded={() => {}} />
    </StepBarSlot>
  )
  const history = [...histories.signing(), histories.signature(1)]
  const { tell } = await renderInSession(bar, { role, history, now: openingTime })
  expect(screen.getByText('签名剩余时间')).toBeTruthy()
  tell(histories.signed())
  expect(screen.queryByText('签名剩余时间')).toBeNull()
  expect(screen.getByText(said)).toBeTruthy()
})
