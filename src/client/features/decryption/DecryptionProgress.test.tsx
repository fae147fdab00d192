import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, minute, twoFiles } from '#test/domain/sample-actors.ts'
import { DecryptionProgress } from './DecryptionProgress.tsx'

test('the sentence on the command names what the opener has added', async () => {
  const { tell } = await renderInSession(<DecryptionProgress />, { history: histories.decrypting() })
  expect(screen.getByText(/时限 30 分钟，截止时间/)).toBeTruthy()
  const extended = (minutes: number) =>
    event('DecryptionExtended', {
      minutes,
      deadline: isoTime(histories.decryptionDeadline + minutes * minute),
    })
  tell([...histories.decrypting(), extended(2), extended(3)])
  expect(screen.getByText(/时限 30 分钟，已延长 5 分钟，截止时间/)).toBeTruthy()
})

test('the opener reads how far the decryption is before the form that extends it', async () => {
  await renderInSession(<DecryptionProgress />, { role: 'opener', history: histories.decrypting() })
  const extension = screen.getByLabelText(/^延长时间/)
  expect(
    screen.getByRole('progressbar').compareDocumentPosition(extension) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
})

test('while the lot is halted the sentence says what is left, and that the deadline moves', async () => {
  const paused = event('LotStatusChanged', { lot: 'paused' })
  const at = isoTime(histories.decryptionDeadline - 9.4 * minute)
  await renderInSession(<DecryptionProgress />, {
    history: [...histories.decrypting(), { event: paused, at }],
  })
  expect(screen.getByText(/计时已暂停，剩余 09:24，恢复后截止时间顺延。/)).toBeTruthy()
})

test('the files of a bid share one column of short badges, and a cause has a line of its own', async () => {
  const failed = event('BidFailed', {
    ...{ bidderCode: bidderCode(1), fileId: fileId(1), kind: 'revoked', cause: 'time-out' },
  })
  await renderInSession(<DecryptionProgress />, {
    history: [
      ...histories.decrypting({ bidFiles: [...(twoFiles.bidFiles ?? [])].slice(0, 1) }),
      event('DecryptionClosed', { cause: 'time-out' }),
      failed,
    ],
  })
  const [name] = screen.getAllByRole('rowheader')
  expect(name && within(name).getByText('未在规定时间内解密').tagName).toBe('P')
  expect(screen.queryByRole('columnheader', { name: '原因' })).toBeNull()
  expect(screen.getByText('撤销 1，撤回 0')).toBeTruthy()
})

test('with several kinds of file each has its badge in that column', async () => {
  await renderInSession(<DecryptionProgress />, { history: histories.decrypting(twoFiles) })
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads.filter((head) => head?.startsWith('各类文件'))).toHaveLength(1)
  expect(heads.filter((head) => head?.includes('技术标') || head?.includes('商务标'))).toEqual([])
})
