import { act, screen } from '@testing-library/react'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { FileProgress } from '#protocol/socket/progress.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidder, fileId } from '#test/domain/sample-actors.ts'
import { LargeFileProgress } from './LargeFileProgress.tsx'

test.each(['opener', 'bidder'] as const)(
  '[PRG-2] the %s subscribes while files are being opened, and sees the progress of the large ones',
  async (role) => {
    const progress$ = new Subject<readonly FileProgress[]>()
    const { tell } = await renderInSession(<LargeFileProgress />, {
      role,
      progress$,
      history: histories.decrypting(),
    })
    expect(progress$.observed).toBe(false)
    expect(screen.queryByRole('status')).toBeNull()
    tell([...histories.decrypting(), histories.handedOver(1)])
    expect(screen.getByRole('status').textContent).toBe('正在开启 1 份已提交密钥的投标文件')
    const files = [
      { bidFileId: fileId(1), percent: 40 },
      // No longer being opened, so not shown.
      { bidFileId: fileId(2), percent: 99 },
    ]
    act(() => progress$.next(files))
    const bars = screen.getAllByRole('progressbar')
    expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['40'])
    expect(screen.getByText(bidder(1).name)).toBeTruthy()
    tell(histories.decrypting())
    expect(progress$.observed).toBe(false)
  },
)
