import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import { Toasts } from '#client/ui/Toast.tsx'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import { ResultPanel } from './ResultPanel.tsx'

const contact = (n: number, phone: string, IsMasked: boolean) => ({
  ...{ EntprsCode: bidderCode(n), EntprsName: `投标人${n}`, touBiao_DaiBiao: `联系人${n}` },
  ...{ touBiao_DaiBiao_DianHua: phone, IsMasked },
})

function show(contacts: object[], refused = false) {
  const asked: string[] = []
  const serve = (path: string) => {
    if (path.includes('getTouBiaoRenLianXi')) return Response.json(contacts)
    const isReport = path.includes('CreateTouBiaoRenLianXiReport')
    if (!isReport && !path.includes('showTouBiaoRenDianHua')) return null
    asked.push(path)
    const failure = {
      Result: false,
      ResultMessage: '没有权限',
      message: '没有权限',
      params: {},
      requestId: 'r',
    }
    if (refused) return Response.json({ ...failure, code: 'forbidden' }, { status: 403 })
    if (isReport) return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    const done = { Result: true, ResultMessage: '', seq: 1, touBiao_DaiBiao_DianHua: '13800001234' }
    return Response.json(done)
  }
  const panel = (
    <>
      <ResultPanel />
      <Toasts />
    </>
  )
  return renderInSession(panel, { role: 'opener', history: histories.ended(), serve }).then(() => asked)
}

test('[EVA-4] a phone has stars until the eye asks for it, and again after', async () => {
  const asked = await show([contact(1, '138****1234', true), contact(2, '', false)])
  const row = (await screen.findByText('投标人1')).closest('tr') as HTMLElement
  expect(within(row).getByText('138****1234')).toBeTruthy()
  expect(asked).toEqual([])
  await press(row, '显示投标人1的联系电话')
  expect(await within(row).findByText('13800001234')).toBeTruthy()
  expect(asked).toHaveLength(1)
  await press(row, '显示投标人1的联系电话')
  await waitFor(() => expect(within(row).getByText('138****1234')).toBeTruthy())
  expect(screen.queryByRole('button', { name: '显示投标人2的联系电话' })).toBeNull()
})

test('[EVA-4] a refusal is shown, and the stars stay', async () => {
  await show([contact(1, '138****1234', true)], true)
  await screen.findByText('投标人1')
  await press(document.body, '显示投标人1的联系电话')
  expect(await screen.findByText(/没有权限/)).toBeTruthy()
  expect(screen.getByText('138****1234')).toBeTruthy()
})

test('[EVA-4] the contacts are saved as PDF', async () => {
  const save = vi.spyOn(files, 'saveFile').mockReturnValue()
  const asked = await show([contact(1, '138****1234', true)])
  await press(document.body, '下载联系方式（PDF）')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const [file, name] = save.mock.calls[0] ?? []
  expect([await file?.text(), name]).toEqual(['%PDF', `${tender().sectionCode}-投标人联系方式.pdf`])
  expect(asked).toEqual([expect.stringContaining('CreateTouBiaoRenLianXiReport')])
  save.mockRestore()
})

test('[EVA-4] a refused PDF is told, and nothing is saved', async () => {
  const save = vi.spyOn(files, 'saveFile').mockReturnValue()
  await show([contact(1, '138****1234', true)], true)
  await press(document.body, '下载联系方式（PDF）')
  expect(await screen.findByText(/没有权限/)).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  save.mockRestore()
})
