import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ResultDelivery } from './ResultDelivery.tsx'

const result = { seq: 40, attempts: 3, nextTime: '2026-03-02T03:00:00.000Z', sentTime: null, problem: '' }

async function shown(answer: object) {
  const serve = (path: string) =>
    path.includes('getResultDelivery') ? new Response(JSON.stringify(answer)) : null
  await renderInSession(<ResultDelivery />, { history: histories.ended(), serve })
}

test('[PLF-4] the opener reads why the platform has not taken a result, and when it is sent again', async () => {
  await shown({ configured: true, results: [{ ...result, problem: 'answered 503' }] })
  expect(await screen.findByText(/报送失败：平台未接收（状态码 503）。已尝试 3 次/)).toBeTruthy()
})

test.each([
  ['ECONNREFUSED', /报送失败：无法连接交易平台（ECONNREFUSED）/],
  ['internal', /报送失败：大厅内部故障（internal）/],
])('[PLF-4] a failed attempt is said in words: %s', async (problem, words) => {
  await shown({ configured: true, results: [{ ...result, problem }] })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('[PLF-4] a result that was taken says when', async () => {
  await shown({ configured: true, results: [{ ...result, sentTime: '2026-03-02T03:00:01.000Z' }] })
  expect(await screen.findByText(/已报送/)).toBeTruthy()
})

test('[PLF-4] a hall without an address of the platform says so', async () => {
  await shown({ configured: false, results: [result] })
  expect(await screen.findByText(/未配置平台接收地址/)).toBeTruthy()
})
