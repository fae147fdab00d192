import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { VideoDialog } from './VideoDialog.tsx'

test('[SHL-10] without an address the video dialog says so', async () => {
  const message = messageFor('zh-CN', { code: 'address-missing' })
  const answer = { Result: false, ResultMessage: message, url: null }
  const serve = (path: string) => (path.includes('GetVideoLinkUrl') ? Response.json(answer) : null)
  await renderInSession(<VideoDialog onClose={() => {}} />, { role: 'supervisor', serve })
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByText(shell.videoOpen)).toBeNull()
})
