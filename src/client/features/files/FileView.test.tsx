import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import { past } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { fileId, imported } from '#test/domain/sample-actors.ts'
import { FileView } from './FileView.tsx'

test('a file imported while the list is open appears in it, in place of the empty message', async () => {
  let isImported = false
  const file = { FILE_NAME: '招标文件.pdf', FILE_URL: '/api/file', FUJIANLEIXING: 'tender', size: 1 }
  const row = { fileId: fileId(1), ...file, uploadTime: past }
  const serve = (path: string) => {
    if (path.includes('getTenderFileList')) return Response.json(isImported ? [row] : [])
    return path.includes('getChengQingList') ? Response.json([]) : null
  }
  const { tell } = await renderInSession(
    <MemoryRouter>
      <FileView />
    </MemoryRouter>,
    { role: 'bidder', history: histories.submitted(), serve },
  )
  await screen.findByText(/招标文件未导入/)
  isImported = true
  const history = [...histories.submitted(), imported({})]
  tell(history)
  tell([...history, histories.personInfo, event('BidOpeningEntered', {})])
  expect(await screen.findByText('招标文件.pdf')).toBeTruthy()
  await act(async () => {})
  expect(screen.queryByText(/招标文件未导入/)).toBeNull()
})

test('the bar leads back to the step that the section is in', async () => {
  const serve = (path: string) => (/getTenderFileList|getChengQingList/.test(path) ? Response.json([]) : null)
  await renderInSession(
    <MemoryRouter>
      <FileView />
    </MemoryRouter>,
    { history: histories.submitted(), serve },
  )
  await screen.findByText(/招标文件未导入/)
  expect(screen.getByRole('link', { name: '返回当前环节' }).getAttribute('href')).toMatch(/^\/bid\/[^/]+$/)
})
