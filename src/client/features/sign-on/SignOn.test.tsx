import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signOnPath, takeSignOnParameters } from '#client/auth/sign-on-parameters.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { signOnQuery } from '#test/support/sign-on-query.ts'
import { cd } from '#variants/cd.ts'
import { standard } from '#variants/standard.ts'
import { SignOn } from './SignOn.tsx'

test.each<
  [part: string, changes: Partial<typeof signOnQuery>, zh: string, en: string, variant?: typeof standard]
>([
  ['the token', { token: '' }, '缺少token', 'missing token'],
  ['the section', { guid: '' }, '缺少标段GUID', 'missing bid section guid'],
  ['the project type', { type: '' }, '缺少项目类型参数', 'missing project type parameter'],
  ['the user type', { userType: '' }, '缺少用户类型参数', 'missing user type parameter'],
  ['the stage, if the region requires it', { PBType: '' }, '缺少BidStage', 'missing BidStage', cd],
  ['a valid section', { guid: '123' }, '标段GUID格式不正确', 'the bid section guid is not valid'],
])('[ACC-13] an address without %s is refused in both languages', async (_, changes, zh, en, variant) => {
  const search = `?${new URLSearchParams({ ...signOnQuery, ...changes })}`
  takeSignOnParameters({ pathname: signOnPath, search }, history)
  const { texts, asked } = renderInRegion(<SignOn />, { variant: variant ?? standard })
  expect(await screen.findByText(zh)).toBeTruthy()
  await act(() => texts.changeLanguage('en'))
  expect(await screen.findByText(en)).toBeTruthy()
  expect(asked).toEqual([])
})
