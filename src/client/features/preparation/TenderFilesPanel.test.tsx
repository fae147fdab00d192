import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { imported } from '#test/domain/sample-actors.ts'
import { TenderFilesPanel } from './TenderFilesPanel.tsx'

const kinds = ['招标文件', '商务标招标文件', '控制价文件']
const locked = '开标已开始，招标文件和评标参数不能再修改！'

async function show(projectKind: number, role: Role = 'opener') {
  const screenOf = await renderInSession(<TenderFilesPanel />, {
    ...{ role, history: histories.submitted({ projectKind }) },
  })
  return { ...screenOf, panel: screen.getByRole('region', { name: '招标文件导入' }) }
}

test.each([
  [1, kinds],
  [2, kinds.slice(0, 2)],
  [3, kinds.slice(0, 2)],
  [6, kinds.slice(0, 1)],
])('with gclx %i the section takes the files %o', async (projectKind, expected) => {
  const { panel } = await show(projectKind)
  const heads = within(panel).getAllByRole('heading', { level: 3 })
  expect(heads.map(({ textContent }) => textContent)).toEqual(expected)
  const buttons = within(panel).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
    expected.map((kind) => `导入${kind}`),
  )
})

test('[PRE-2] the opener sees which files are to be imported', async () => {
  const history = histories.submitted({ projectKind: 1, requiredTenderFiles: ['technical'] })
  await renderInSession(<TenderFilesPanel />, { history })
  expect(screen.getAllByText(/^[待未]导入$/).map(({ textContent }) => textContent)).toEqual([
    ...['待导入', '未导入', '未导入'],
  ])
})

test('while no file is imported a supervisor reads so in one line, and then sees each file', async () => {
  const history = histories.submitted({ projectKind: 1 })
  const { tell } = await renderInSession(<TenderFilesPanel />, { role: 'supervisor', history })
  expect(screen.getByText('文件未导入，开标人导入后可查看。')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
  tell([...history, imported({ kind: 'technical' })])
  expect(screen.getAllByText(/^[已未]导入$/).map(({ textContent }) => textContent)).toEqual([
    ...['已导入', '未导入', '未导入'],
  ])
})

test.each([
  [1, '.zbj、.pdf'],
  [2, '.zczbj、.zbj、.pdf'],
  [6, '.zczbj、.pdf'],
])('with gclx %i a tender file ends in one of %s', async (projectKind, suffixes) => {
  const { panel } = await show(projectKind)
  await press(panel, '导入招标文件')
  const dialog = await screen.findByRole('dialog', { name: '导入招标文件' })
  expect(dialog.textContent).toContain(`支持 ${suffixes} 格式`)
})

test('once step 2 is entered the opener reads that imports are closed; others read no such notice', async () => {
  const { panel, tell } = await show(1)
  expect(panel.textContent).not.toContain(locked)
  tell(histories.entered({ projectKind: 1 }))
  expect(within(panel).getByText(locked)).toBeTruthy()
  expect(within(panel).queryByRole('button')).toBeNull()
})

test('a lot that failed before step 2 says nothing of an opening that has begun', async () => {
  const { panel, tell } = await show(1)
  const failed = event('LotStatusChanged', { lot: 'failed' })
  tell([...histories.submitted({ projectKind: 1 }), failed])
  expect(within(panel).queryByRole('button')).toBeNull()
  expect(panel.textContent).not.toContain(locked)
})

test('[TEN-14] the opener reads that a typed control price has replaced the file’s', async () => {
  const replaced = '文件中的价格已由开标人设定的控制价替代'
  const { panel, tell } = await show(1)
  const file = imported({
    ...{ kind: 'control-price', content: null, attachments: [] },
    controlPrice: { price: '4860.50', remark: '' },
  })
  const controlPrice = { price: '5000.00', remark: '招标人调整' }
  const typed = event('EvaluationParametersSet', { changes: {}, controlPriceSet: true }, { controlPrice })
  tell([...histories.submitted({ projectKind: 1 }), file])
  expect(within(panel).queryByText(replaced)).toBeNull()
  tell([...histories.submitted({ projectKind: 1 }), file, typed])
  expect(within(panel).getByText(replaced)).toBeTruthy()
})

test('a bidder reads no notice that imports are closed', async () => {
  const { panel, tell } = await show(1, 'bidder')
  expect(within(panel).queryByRole('button')).toBeNull()
  tell(histories.entered({ projectKind: 1 }))
  expect(panel.textContent).not.toContain(locked)
})

test.each([
  ['opener', '招标文件未导入，请导入后查看。'],
  ['bidder', '招标文件未导入，开标人导入后可查看。'],
] as const)(
  'of a file that is not there the %s reads who imports it, and no more than that once nobody does',
  async (role, said) => {
    const { panel, tell } = await show(6, role)
    expect(within(panel).getByText(said)).toBeTruthy()
    tell(histories.entered({ projectKind: 6 }))
    expect(
      within(panel)
        .getAllByText(/未导入/)
        .map(({ textContent }) => textContent),
    ).toEqual(['未导入'])
  },
)
