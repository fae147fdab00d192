import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
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
