import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { toast } from '#client/ui/Toast.tsx'
import type { OpeningFailure } from '#domain/decryption/outcome.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { BackupUpload } from './BackupUpload.tsx'

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const upload = '上传备用文件'

function refused(cause: OpeningFailure): SessionEvent[] {
  const refusal = event('DecryptionRefused', { ...bid, method: 'certificate', cause })
  return [...histories.decrypting(), histories.handedOver(1), refusal]
}

/** Without bid encryption: the import has ended, and the first bidder's stored file was damaged. */
function plainFailed(): SessionEvent[] {
  return [
    ...[...histories.entered({ encrypted: false }), histories.frozen, event('BidImportStarted', {})],
    event('BidFailed', { ...bid, kind: 'withdrawn', cause: 'damaged-file' }),
  ]
}

afterEach(() => void vi.restoreAllMocks())

function Own() {
  const file = useOwnBidder()?.files.technical
  return file ? <BackupUpload file={file} /> : null
}

const show = (history: readonly SessionEvent[]) => renderInSession(<Own />, { role: 'bidder', history })

test.each<[string, boolean, readonly SessionEvent[]]>([
  ['of a damaged file', true, refused('damaged-file')],
  ['of a file that the hall failed to open', true, refused('server-failure')],
  ['after a wrong key', false, refused('wrong-key')],
  ['of a sealed file', false, histories.decrypting()],
  ['of a damaged file that takes no key', true, plainFailed()],
  [
    'once the announcement has begun',
    false,
    [...refused('damaged-file'), event('AnnouncementStarted', { bidderCount: 2 })],
  ],
])('a backup %s may be uploaded: %s', async (_, offered, history) => {
  await show(history)
  expect(screen.queryByRole('button', { name: upload }) !== null).toBe(offered)
})

test('a file that differs from the submitted one is refused, and the dialog stays open', async () => {
  await show(refused('damaged-file'))
  const request = await uploading()
  await refuse(request, 'backup-differs', '备用文件与投标时提交的文件不一致！')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('不一致'))
  expect(request.form?.get('TBWJ_Guid')).toBe(fileId(1))
  expect(request.form?.get('file')).toMatchObject({ name: 'other.zbtbj' })
})

test.each<[string, SessionEvent[]]>([
  ['with its key', refused('damaged-file')],
  ['without one', plainFailed()],
])(
  'an accepted backup %s is confirmed, also when the log shows it before the answer arrives',
  async (_, history) => {
    const said = vi.spyOn(toast, 'success')
    const section = await show(history)
    const request = await uploading()
    section.tell([...history, event('BackupFileAccepted', { ...bid, ciphertextHash: '0'.repeat(64) })])
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(request.aborted).toBe(false)
    await request.answer(200, { Result: true, ResultMessage: '', seq: 9 })
    await waitFor(() => expect(said).toHaveBeenCalledWith('备用文件与投标时提交的文件一致，正在开启'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: upload })).toBeNull()
  },
)

test('a backup that arrives after the announcement began is refused in the open dialog', async () => {
  const history = refused('damaged-file')
  const section = await show(history)
  const request = await uploading()
  section.tell([...history, event('AnnouncementStarted', { bidderCount: 2 })])
  expect(request.aborted).toBe(false)
  await refuse(request, 'backup-too-late', '唱标已开始，不能再提交备用文件！')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('唱标已开始'))
  await press(screen.getByRole('dialog'), '取消')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a copy may have any name; the dialog mentions the key only where one was handed over', async () => {
  const section = await show(refused('damaged-file'))
  await press(document.body, upload)
  const dialog = await screen.findByRole('dialog')
  expect(screen.getByLabelText(/加密投标文件/).getAttribute('accept')).toBeNull()
  expect(dialog.textContent).toContain('密钥')
  section.tell(plainFailed())
  expect(dialog.textContent).not.toContain('密钥')
})

/** Opens the dialog, chooses a file and starts its upload. */
async function uploading(): Promise<Upload> {
  const requests: Upload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Upload {
      override send(form: FormData) {
        super.send(form)
        requests.push(this)
      }
    },
  )
  await press(document.body, upload)
  const dialog = await screen.findByRole('dialog')
  const file = new File(['a copy'], 'other.zbtbj')
  fireEvent.change(screen.getByLabelText(/加密投标文件/), { target: { files: [file] } })
  await press(dialog, '上传')
  return waitFor(() => {
    const [first] = requests
    if (!first) throw new Error('nothing was sent')
    return first
  })
}

function refuse(request: Upload, code: string, message: string): Promise<void> {
  return request.answer(409, {
    ...{ Result: false, ResultMessage: message, message },
    ...{ code, params: {}, requestId: 'r' },
  })
}

/** Replaces the browser's request; the test gives the answer. */
class Upload {
  readonly upload = {}
  status = 0
  responseText = ''
  form: FormData | null = null
  aborted = false
  onload?: () => void
  onabort?: () => void

  open() {}

  setRequestHeader() {}

  send(form: FormData) {
    this.form = form
  }

  abort() {
    this.aborted = true
    this.onabort?.()
  }

  answer(status: number, body: object): Promise<void> {
    this.status = status
    this.responseText = JSON.stringify(body)
    return act(async () => this.onload?.())
  }
}
