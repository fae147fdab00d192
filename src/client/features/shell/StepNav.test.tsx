import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { StepNav } from './StepNav.tsx'

test.each(['opener', 'bidder', 'supervisor'] as const)(
  'to the %s the section is in step 2 as soon as it is entered, whatever is on the screen',
  async (role) => {
    const history = histories.entered()
    const steps = (
      <MemoryRouter initialEntries={['/bid/s1/bidready']}>
        <StepNav />
      </MemoryRouter>
    )
    await renderInSession(steps, { role, history })
    const now = screen.getAllByRole('button').filter(({ textContent }) => textContent?.includes('进行中'))
    expect(now.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('投标文件开启')])
    expect(screen.getByRole('button', { current: 'step' }).textContent).toContain('开标准备')
  },
)

test('[HLT-9] the running step of a halted section is not said to go on', async () => {
  const halted = event('OpeningHalted', {
    ...{ kind: 'paused' as const, reason: '现场停电', recorder: '周记录', name: '王主持' },
  })
  const steps = (
    <MemoryRouter initialEntries={['/bid/s1/bidbegin']}>
      <StepNav />
    </MemoryRouter>
  )
  const { tell } = await renderInSession(steps, { history: [...histories.entered(), halted] })
  expect(screen.queryByText('进行中')).toBeNull()
  expect(screen.getByRole('button', { current: 'step' }).textContent).toContain('已暂停')
  tell([...histories.entered(), halted, event('OpeningResumed', { name: '王主持' })])
  expect(screen.getByRole('button', { current: 'step' }).textContent).toContain('进行中')
})
