import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ImportDialog } from './ImportDialog.tsx'

const closed = vi.fn()
let uploads: Upload[] = []

/** A fake of the browser's request: the test reports its progress and gives the answer. */
class Upload {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  path = ''
  body: FormData | null = null
  onload?: () => void
  onerror?: () => void

  open(_method: string, path: string) {
    this.path = path
  }

  setRequestHeader() {}

  send(body: FormData) {
    this.body = body
    uploads.push(this)
  }

  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
  }
}

beforeEach(() => {
  uploads = []
  closed.mockClear()
  vi.stubGlobal('XMLHttpRequest', Upload)
})
afterEach(() => void vi.unstubAllGlobals())

/** The dialog while a chosen file is being uploaded. */
async function importing() {
  await renderInSession(<ImportDialog kind="technical" onClose={closed} />, {
    history: histories.submitted(),
  })
  const dialog = await screen.findByRole('dialog')
  const file = new File(['%PDF-1.7'], '招标文件.pdf')
  fireEvent.change(within(dialog).getByLabelText(/^选择文件/), { target: { files: [file] } })
  expect(within(dialog).queryByRole('progressbar')).toBeNull()
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  const upload = await waitFor(() => {
    const [first] = uploads
    if (!first) throw new Error('nothing was sent')
    return first
  })
  return { dialog, upload }
}

test('during an upload the dialog shows how much was sent', async () => {
  const { dialog, upload } = await importing()
  expect(upload.path).toBe('/api/KB_Local/UploadZhaoBiaoWenJian')
  expect(upload.body?.get('file')).toMatchObject({ name: '招标文件.pdf' })
  const left = (loaded: number) => act(() => upload.upload.onprogress?.({ loaded, total: 3000 }))
  expect(dialog.textContent).toContain('0%')
  left(1355)
  expect(dialog.textContent).toContain('正在上传45%')
  left(2999)
  expect(dialog.textContent).toContain('正在上传99%')
  left(3000)
  expect(dialog.textContent).toContain('已上传，正在读取文件100%')
  expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
})

test.each([
  [true, '下达解密指令时公开'],
  [false, '进入投标文件开启环节时公开'],
])('for a control price it shows when it becomes public; bids encrypted: %s', async (encrypted, said) => {
  const history = histories.submitted({ encrypted })
  await renderInSession(<ImportDialog kind="control-price" onClose={closed} />, { history })
  expect((await screen.findByRole('dialog')).textContent).toContain(said)
})

test('a refusal is shown beside the field, and the upload has ended', async () => {
  const { dialog, upload } = await importing()
  const message = '招标文件属于其他标段（HN-1），不能导入！'
  const failure = { code: 'tender-file-other-section', params: {}, requestId: '' }
  await act(async () => upload.answer(409, { Result: false, ResultMessage: message, message, ...failure }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe(message)
  expect(within(dialog).queryByRole('progressbar')).toBeNull()
  expect(closed).not.toHaveBeenCalled()
})
