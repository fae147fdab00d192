import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { CommitmentButton } from '#client/features/commitment/CommitmentButton.tsx'
import { Decryption } from '#client/features/decryption/Decryption.tsx'
import { DecryptionCommand } from '#client/features/decryption/DecryptionCommand.tsx'
import { OwnFiles } from '#client/features/decryption/OwnFiles.tsx'
import { DrawPanel } from '#client/features/draw/DrawPanel.tsx'
import { OverviewPanel } from '#client/features/ending/OverviewPanel.tsx'
import { ObjectionsButton } from '#client/features/objections/ObjectionsButton.tsx'
import { EvaluationPanel } from '#client/features/preparation/EvaluationPanel.tsx'
import { TenderFilesPanel } from '#client/features/preparation/TenderFilesPanel.tsx'
import { ShellHeader } from '#client/features/shell/ShellHeader.tsx'
import { SiteStaffPanel } from '#client/features/site-staff/SiteStaffPanel.tsx'
import { useRestoredFocus } from '#client/ui/use-restored-focus.ts'
import { event } from '#domain/session/event.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import * as histories from '../domain/histories.ts'
import { bidderCode, fileId } from '../domain/sample-actors.ts'
import { renderInSession, type Scene } from './render-in-session.tsx'

/** As on every screen. */
function Page({ children }: { children: ReactElement }) {
  useRestoredFocus()
  return (
    <main id="main">
      <h1>开标</h1>
      {children}
    </main>
  )
}

const show = (element: ReactElement, scene: Scene) => renderInSession(<Page>{element}</Page>, scene)
const focused = () => document.activeElement
const dialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]

/** By keyboard, so that the pressed element has the focus. */
async function choose(role: 'button' | 'menuitem', name: string): Promise<HTMLElement> {
  const [element] = await screen.findAllByRole(role, { name })
  if (!element) throw new Error(name)
  if (role === 'button') element.focus()
  else await pointAt(element)
  await act(async () => void fireEvent.click(element))
  return element
}

/** A menu accepts a press only on the item under the pointer. */
async function pointAt(item: HTMLElement): Promise<void> {
  await waitFor(() => {
    fireEvent.pointerMove(item, { pointerType: 'mouse', movementX: 1 })
    expect(item.hasAttribute('data-highlighted')).toBe(true)
  })
}

async function dialogOpens(): Promise<void> {
  await waitFor(() => expect(dialogs().some((dialog) => dialog.contains(focused()))).toBe(true))
}

async function pressEscape(): Promise<void> {
  await act(async () => void fireEvent.keyDown(focused() ?? document.body, { key: 'Escape' }))
  await waitFor(() => expect(dialogs()).toEqual([]))
}

beforeEach(() => expect(dialogs()).toEqual([]))

const panels: [string, ReactElement, Scene][] = [
  ['下达解密指令', <DecryptionCommand key="" submitted={2} />, { history: histories.entered() }],
  ['标记无效', <Decryption key="" />, { history: histories.opened() }],
  ['编辑备注', <OverviewPanel key="" />, { history: histories.atEnd() }],
  ['修改评标参数', <EvaluationPanel key="" />, { history: histories.submitted() }],
  ['导入招标文件', <TenderFilesPanel key="" />, { history: histories.submitted() }],
  ['录入现场人员', <SiteStaffPanel key="" />, { history: histories.submitted(), variant: full }],
  ['异议', <ObjectionsButton key="" />, { history: histories.submitted() }],
  ['承诺函', <CommitmentButton key="" />, { history: histories.submitted(), variant: full }],
  ['抽取所选参数', <DrawPanel key="" />, { history: histories.submitted(), now: openingTime + 60_000 }],
]

describe('a closed dialog returns the focus', () => {
  test.each(panels)('%s: to its button', async (name, element, scene) => {
    await show(element, scene)
    const button = await choose('button', name)
    await dialogOpens()
    await pressEscape()
    await waitFor(() => expect(focused()).toBe(button))
  })

  test('to the button of the menu in which it was chosen', async () => {
    const header = (
      <MemoryRouter>
        <ShellHeader />
      </MemoryRouter>
    )
    await show(header, { history: histories.submitted() })
    const button = await choose('button', '标段服务')
    await choose('menuitem', '投标单位信息')
    await dialogOpens()
    await pressEscape()
    await waitFor(() => expect(focused()).toBe(button))
  })
})

describe('to the heading of its part when the button is gone', () => {
  test('as after an accepted backup file', async () => {
    const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
    const refusal = { ...bid, method: 'certificate', cause: 'damaged-file' } as const
    const history = [...histories.decrypting(), histories.handedOver(1), event('DecryptionRefused', refusal)]
    const { tell } = await show(<OwnFiles />, { role: 'bidder', history })
    await choose('button', '上传备用文件')
    await dialogOpens()
    tell([...history, event('BackupFileAccepted', { ...bid, ciphertextHash: '0'.repeat(64) })])
    await pressEscape()
    await waitFor(() => expect(focused()?.tagName).toBe('H3'))
    expect(focused()?.textContent).toBe('技术标')
  })

  test('even when the dialog goes too', async () => {
    const { tell } = await show(<EvaluationPanel />, { history: histories.submitted() })
    await choose('button', '修改评标参数')
    await dialogOpens()
    tell(histories.decrypting())
    await waitFor(() => expect(focused()?.textContent).toBe('评标参数'))
  })

  test('also when the log removes it after the dialog has closed', async () => {
    const { tell } = await show(<EvaluationPanel />, { history: histories.submitted() })
    const button = await choose('button', '修改评标参数')
    await dialogOpens()
    await pressEscape()
    await waitFor(() => expect(focused()).toBe(button))
    tell(histories.decrypting())
    await waitFor(() => expect(focused()?.textContent).toBe('评标参数'))
  })

  test('but not if the user has pressed something else meanwhile', async () => {
    const { tell } = await show(<EvaluationPanel />, { history: histories.submitted() })
    const button = await screen.findByRole('button', { name: '修改评标参数' })
    button.focus()
    fireEvent.pointerDown(document.body)
    tell(histories.decrypting())
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(focused()).toBe(document.body)
  })
})

test('a busy button gets the focus back when it is done', async () => {
  const button = (disabled: boolean) => (
    <Page>
      <button type="button" disabled={disabled}>
        保存
      </button>
    </Page>
  )
  const { rerender } = render(button(false))
  const save = screen.getByRole('button')
  save.focus()
  // Browsers remove the focus from a disabled button.
  save.blur()
  rerender(button(true))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(focused()).toBe(document.body)
  rerender(button(false))
  await waitFor(() => expect(focused()).toBe(save))
})

test('the focus stays gone after leaving a field that remains', async () => {
  const page = (lines: number) => (
    <Page>
      <form>
        <input />
        {lines > 1 && <hr />}
      </form>
    </Page>
  )
  const { rerender } = render(page(1))
  const field = screen.getByRole('textbox')
  field.focus()
  field.blur()
  rerender(page(2))
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(focused()).toBe(document.body)
})
