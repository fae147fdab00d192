import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { sealing as texts } from '#client/texts/zh-CN/sealing.ts'
import type { Role } from '#domain/session/actor.ts'
import { type Answers, renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { Sealing } from './Sealing.tsx'

function show(role: Role, answers: Answers = {}) {
  const who = { userType: 1, role, userCode: role, userName: role, ShowName: role }
  loginStore.setState({ who, ready: true })
  return renderInRegion(
    <Routes>
      <Route path="/seal/:bdGuid" element={<Sealing />} />
    </Routes>,
    { variant: standard, answers, at: '/seal/00000000-0000-4000-8000-000000000001' },
  )
}

const refused = (code: string, status: number) =>
  Response.json(
    { Result: false, ResultMessage: '', message: `refused: ${code}`, code, params: {}, requestId: 'x' },
    { status },
  )

const says = (...shown: string[]) => {
  for (const text of shown) expect(screen.getByText(text), text).toBeTruthy()
}
const toHall = () => within(screen.getByRole('main')).getByRole('link', { name: '返回大厅' })
const retry = () => screen.queryByRole('button', { name: '重试' })

test.each<Role>(['opener', 'supervisor', 'agency', 'tenderer'])(
  'the sealing tool is for bidders: %s is told so and led to the hall, and nothing is read',
  async (role) => {
    const { asked } = show(role)
    await screen.findByRole('heading', { level: 1, name: texts.notForYou })
    says(texts.notForYouMeaning, texts.notForYouAction)
    expect(toHall().getAttribute('href')).toBe('/hall')
    expect(retry()).toBeNull()
    expect(asked.map(({ name }) => name)).not.toContain('getSealingInfo')
  },
)

test('a bidder who is not enrolled in the section is told so, without a retry', async () => {
  show('bidder', { getSealingInfo: refused('not-enrolled', 403) })
  await screen.findByRole('heading', { level: 1, name: texts.notForYou })
  says(texts.notEnrolledMeaning, texts.notEnrolledAction)
  expect(toHall().getAttribute('href')).toBe('/hall')
  expect(retry()).toBeNull()
})

test('any other refusal is shown in its words, with a retry', async () => {
  show('bidder', { getSealingInfo: refused('not-published', 409) })
  await screen.findByRole('heading', { level: 1, name: 'refused: not-published' })
  says(texts.loadFailedMeaning)
  expect(retry()).toBeTruthy()
})
