import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toasts } from '#client/ui/Toast.tsx'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { InformationPanel } from './InformationPanel.tsx'

const info = { representative: '赵代表', recorder: '周记录', otherMatters: '无' }
const recorded = event('ReportInfoRecorded', { info })

function show(role: 'opener' | 'bidder', history: History) {
  const panel = (
    <>
      <InformationPanel />
      <Toasts />
    </>
  )
  return renderInSession(panel, { role, history })
}

test('[END-18] the opener enters it in a dialog, which begins with the known recorder and names what is missing', async () => {
  const { sent, tell } = await show('opener', [...histories.announced(), histories.personInfo])
  expect(screen.getByText('开标信息尚未录入。')).toBeTruthy()
  await press(document.body, '录入开标信息')
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^记录人/).value).toBe('周记录')
  await press(dialog, '保存开标信息')
  expect(await within(dialog).findByText('请填写招标人代表')).toBeTruthy()
  expect(within(dialog).getByText('请填写其他事项')).toBeTruthy()
  expect(sent).toEqual([])
  await type(dialog, /^招标人代表/, ' 赵代表 ')
  await type(dialog, /^其他事项/, '无')
  await press(dialog, '保存开标信息')
  expect(sent).toEqual([{ type: 'RecordReportInfo', payload: info }])
  expect(await screen.findByText('提交成功')).toBeTruthy()
  tell([...histories.announced(), histories.personInfo, recorded])
  expect(await screen.findByText('赵代表')).toBeTruthy()
})

test('[END-18] everybody reads it; only the opener has the button, until signing is ordered', async () => {
  await show('bidder', [...histories.announced(), recorded])
  expect(screen.getByText('赵代表')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('[END-18] once signing is ordered the opener reads that it is fixed', async () => {
  await show('opener', [...histories.confirmed(), recorded, ...histories.signing().slice(-1)])
  expect(screen.getByText('签名指令下达后，开标信息不能再修改。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '录入开标信息' })).toBeNull()
})
