import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loginStore, type Who } from '#client/auth/login-store.ts'
import { event } from '#domain/session/event.ts'
import { happen, pass, resetLog, showInSection, withFakeTimers } from '#test/client/show-in-section.tsx'
import { LogAnnouncer } from './LogAnnouncer.tsx'

withFakeTimers()

const message = (text: string) => event('MessagePosted', { message: text })

test('new lines are announced together every few seconds, earlier ones not at all', () => {
  showInSection(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('before'), message('long before'))
  pass(6000)
  expect(told()).toBe('')
  happen(message('one'))
  expect(told()).toBe('')
  pass(5000)
  expect(told()).toBe('one')
  happen(message('two'))
  happen(message('three'), message('four'))
  pass(5000)
  expect(told()).toBe('3 条新进展，最新：four')
})

test('the same line twice in a row is announced twice', () => {
  showInSection(<LogAnnouncer />)
  happen(message('before'))
  pass(5000)
  happen(message('same'))
  pass(5000)
  const first = screen.getByText('same')
  happen(message('same'))
  pass(5000)
  expect(screen.getByText('same')).not.toBe(first)
})

test('lines that the voice speaks are not announced', () => {
  loginStore.setState({ who: { role: 'bidder' } as Who })
  showInSection(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('before'))
  pass(5000)
  happen(message('said aloud'), event('RemarksRecorded', { remarks: '无' }), message('said aloud too'))
  pass(5000)
  expect(told()).toBe('开标备注已保存')
  happen(event('EndEntered', {}))
  pass(5000)
  expect(told()).toBe('开标备注已保存')
})

test('the lines of a restarted log are not announced, later ones are', () => {
  showInSection(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('one'), message('two'), message('three'))
  pass(5000)
  resetLog()
  happen(message('other'))
  pass(5000)
  expect(told()).toBe('')
  happen(message('new'))
  pass(5000)
  expect(told()).toBe('new')
})
