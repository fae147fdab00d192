import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { EvaluationPanel } from './EvaluationPanel.tsx'

test.each([
  [0, '未分类'],
  [97, '其他（代码 97）'],
])('a specialty %d that has no name of its own is shown in words', async (specialty, words) => {
  await renderInSession(<EvaluationPanel />, { history: histories.published({ specialty }) })
  expect(screen.getByText('专业类别').parentElement?.textContent).toContain(words)
  expect(screen.queryByText(`类别 ${specialty}`)).toBeNull()
})

test('the parameters to be drawn are named where the opener has written nothing about them', async () => {
  const evaluation = { draws: ['f-value' as const, 'k' as const] }
  const drawn = () => screen.getByText('抽取参数').parentElement?.textContent
  const { tell } = await renderInSession(<EvaluationPanel />, {
    history: histories.published({ evaluation }),
  })
  expect(drawn()).toContain('F值、K值')
  const note = { evaluation, drawNote: '现场抽取 K 值' }
  tell(histories.published(note))
  expect(drawn()).toContain('现场抽取 K 值')
  expect(drawn()).not.toContain('F值')
})
