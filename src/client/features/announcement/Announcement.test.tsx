import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { Announcement } from './Announcement.tsx'

const announced = '正在唱标：2 家投标人的开标内容已公布'

test.each([
  ['opener', `${announced}。核对无误后进入开标结束。`],
  ['bidder', `${announced}，请核对本单位数据。`],
  ['supervisor', `${announced}。`],
] as const)('the %s is told what to do: only bidders check their figures', async (role, sentence) => {
  await renderInSession(<Announcement />, { role, history: histories.announced() })
  expect(screen.getByText(sentence)).toBeTruthy()
})
