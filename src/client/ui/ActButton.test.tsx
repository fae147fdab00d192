import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { ActButton } from './ActButton.tsx'
import { ActsAllowed } from './acts-allowed.ts'
import { OfficialActButton } from './OfficialActButton.tsx'

test.each([true, false])(
  '[HLT-9] acts are offered only while the section takes commands: %s',
  async (allowed) => {
    await renderInSession(
      <ActsAllowed value={allowed}>
        <ActButton>保存</ActButton>
        <ActButton disabled>等待</ActButton>
        <OfficialActButton label="下达" onConfirm={async () => true}>
          内容
        </OfficialActButton>
      </ActsAllowed>,
    )
    const isEnabled = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    expect(['保存', '等待', '下达'].map(isEnabled)).toEqual([allowed, false, allowed])
  },
)
