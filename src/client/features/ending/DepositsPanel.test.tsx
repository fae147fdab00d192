import { act, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Toasts } from '#client/ui/Toast.tsx'
import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import type { Role } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import type { History } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { attachmentOf, bidderCode } from '#test/domain/sample-actors.ts'
import { DepositsPanel } from './DepositsPanel.tsx'

const deposit = {
  ...{
    Xh: 1,
    EntprsCode: bidderCode(1),
    EntprsName: '投标人1',
    Bzj: '50000',
    BzjMode: '转账',
    BzjStatus: '',
  },
  ...{ ZhiFu_ZhangHu: '', HuiZhi_BianHao: '', DaoZhang_ShiJian: '2026-03-02 10:30:00', EditRemark: '' },
  ...{ BzjBind: true, bzjApplyResult: null, isDiJiaoBZJ: true, loginType: 0 },
  ...{ isDiJiaoJsb: true, isDiJiaoSwb: false, isDiJiaoZgsc: false },
  ...{ jsbSuccess: false, swbSuccess: false, zsSuccess: false },
  ...{ yaoQingStatus: null, huifuTime: null, dijiaoInfo: null },
  ...{ touBiao_DaiBiao: null, touBiao_DaiBiao_DianHua: null },
}

const account = {
  ...{ xhColumn: 1, entprsName: '投标人1' },
  ...{ tbbzjUserName: '投标人一基本户', tbbzjUserCode: '91410100' },
}

function show(role: Role, history: History) {
  const panel = (
    <MemoryRouter>
      <DepositsPanel />
      <Toasts />
    </MemoryRouter>
  )
  const serve = (path: string) => {
    if (path.includes('EditInfo')) return Response.json({ rows: [], accounts: [account] })
    return path.includes('GetBZJList') ? Response.json([deposit]) : null
  }
  return renderInSession(panel, { role, history, serve })
}

test('[DEP-1] the opener edits a row; what was not changed is not sent, and the log’s edit is shown', async () => {
  const { sent, tell } = await show('opener', histories.submitted())
  await screen.findByText('转账')
  await press(document.body, '编辑保证金：投标人1')
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByDisplayValue('2026-03-02 10:30:00')).toBeTruthy()
  await type(dialog, '缴纳状态', '字'.repeat(11))
  expect(within(dialog).getByText('内容不能超过10个字！')).toBeTruthy()
  await type(dialog, '缴纳状态', '已缴纳')
  await type(dialog, '支付账户', ' 6222 0000 ')
  await press(dialog, '保存')
  const rows = [{ bidderCode: bidderCode(1), account: '6222 0000', status: '已缴纳' }]
  expect(sent).toEqual([{ type: 'EditDeposits', payload: { rows } }])
  const edit = { ...noDepositEdit, status: '已到账' }
  tell([...histories.submitted(), event('DepositEdited', { bidderCode: bidderCode(1), edit })])
  expect(await screen.findByText('已到账')).toBeTruthy()
})

test('[DEP-1] after the end the opener reads that nothing can be edited', async () => {
  await show('opener', histories.ended())
  expect(await screen.findByText('开标已结束，不能编辑！')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /编辑/ })).toBeNull()
})

test('[FIL-2] the opener deletes a file that deposits are checked with; a bidder sees none', async () => {
  const added = event('OpeningFileAdded', { purpose: 'deposit-check', file: attachmentOf(1) })
  const { sent } = await show('opener', [...histories.submitted(), added])
  await press(document.body, `删除 ${attachmentOf(1).name}`)
  await press(await screen.findByRole('alertdialog'), '删除')
  const payload = { purpose: 'deposit-check', fileId: attachmentOf(1).fileId }
  expect(sent).toEqual([{ type: 'RemoveOpeningFile', payload }])
})

test('[DEP-1] the accounts are listed as the platform reports them', async () => {
  await show('supervisor', histories.submitted())
  const row = (await screen.findByText('投标人一基本户')).closest('tr') as HTMLElement
  expect(within(row).getByText('91410100')).toBeTruthy()
})

test('[FIL-2] a bidder reads neither the files nor buttons', async () => {
  await show('bidder', histories.submitted())
  await screen.findByText('转账')
  expect(screen.queryByText('保证金核对文件')).toBeNull()
  expect(screen.queryByRole('button', { name: /编辑|生成/ })).toBeNull()
})

test('[FIL-1] a refused upload is reported beside the field', async () => {
  await renderInSession(<DepositsPanel />, {
    history: histories.submitted(),
    serve: (path) => {
      if (path.includes('GetBZJList')) return new Response('[]')
      if (path.includes('EditInfo')) return Response.json({ rows: [], accounts: [] })
      if (!path.includes('Upload')) return null
      const refused = { Result: false, code: 'attachment-kind', params: {}, requestId: 'r' }
      const said = {
        ResultMessage: '上传文件只支持jpg/pdf/doc/docx格式!',
        message: '上传文件只支持jpg/pdf/doc/docx格式!',
      }
      return new Response(JSON.stringify({ ...refused, ...said }), { status: 422 })
    },
  })
  const field = screen.getByLabelText('添加文件')
  await act(async () => {
    fireEvent.change(field, { target: { files: [new File(['x'], 'a.txt')] } })
  })
  expect(await screen.findByText('上传失败！上传文件只支持jpg/pdf/doc/docx格式!')).toBeTruthy()
})
