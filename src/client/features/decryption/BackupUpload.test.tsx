import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOwnBidder } from '#client/ui/session/own-bidder.ts'
import { event, type OpeningFailure, type SessionEvent } from '#domain/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as story from '#test/domain/story.ts'
import { bidderCode, fileId } from '#test/domain/world.ts'
import { BackupUpload } from './BackupUpload.tsx'

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const upload = '上传备用文件'

function refused(cause: OpeningFailure): SessionEvent[] {
  const refusal = event('DecryptionRefused', { ...bid, method: 'certificate', cause })
  return [...story.decrypting(), story.handedOver(1), refusal]
}

function Own() {
  const file = useOwnBidder()?.files.technical
  return file ? <BackupUpload file={file} /> : null
}

const show = (history: readonly SessionEvent[]) => renderInSession(<Own />, { role: 'bidder', history })

test.each<[string, boolean, readonly SessionEvent[]]>([
  ['of a damaged file', true, refused('damaged-file')],
  ['of one that the hall could not read', true, refused('server-failure')],
  ['after a wrong key', false, refused('wrong-key')],
  ['of a sealed file', false, story.decrypting()],
  [
    'once the announcement has begun',
    false,
    [...refused('damaged-file'), event('AnnouncementStarted', { bidderCount: 2 })],
  ],
])('a backup %s may be uploaded: %s', async (_, offered, history) => {
  await show(history)
  expect(screen.queryByRole('button', { name: upload }) !== null).toBe(offered)
})

test('a file that is not the one submitted is refused in the server’s words, and the dialog stays', async () => {
  const sent: FormData[] = []
  vi.stubGlobal('XMLHttpRequest', answering(sent, 409, '备用文件与投标时提交的文件不一致！'))
  await show(refused('damaged-file'))
  await press(document.body, upload)
  const dialog = await screen.findByRole('dialog')
  const file = new File(['not it'], 'other.kbid')
  fireEvent.change(screen.getByLabelText(/加密投标文件/), { target: { files: [file] } })
  await press(dialog, '上传')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('不一致'))
  expect(sent[0]?.get('TBWJ_Guid')).toBe(fileId(1))
  expect(sent[0]?.get('file')).toMatchObject({ name: 'other.kbid' })
})

const failure = { Result: false, code: 'backup-differs', params: {}, requestId: 'r' }

/** A request that is answered like that, once sent. */
function answering(sent: FormData[], status: number, message: string) {
  return class {
    readonly upload = {}
    readonly status = status
    readonly responseText = JSON.stringify({ ...failure, ResultMessage: message, message })
    onload = () => {}
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      sent.push(form)
      void act(async () => this.onload())
    }
  }
}
