import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { Toasts } from '#client/ui/Toast.tsx'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { full } from '#variants/full.ts'
import { standard } from '#variants/standard.ts'
import { OwnFileActions } from './OwnFileActions.tsx'

/** The bidder's technical file. */
function OwnTechnical() {
  const file = useOwnBidder()?.files.technical
  return (
    <>
      {file && <OwnFileActions file={file} />}
      <Toasts />
    </>
  )
}

const address = (found: object) => (path: string) =>
  path.startsWith('/api/KB_Local/GetBidFileUrl')
    ? new Response(JSON.stringify({ Result: true, ResultMessage: '', url: null, toolUrl: null, ...found }))
    : null

/** Collects the addresses of the links that the page clicks itself. */
function followed(): string[] {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.href)
  })
  return addresses
}

const show = (scene: Parameters<typeof renderInSession>[1]) =>
  renderInSession(<OwnTechnical />, { role: 'bidder', history: histories.submitted(), ...scene })

test('the region’s tool is started with the file’s address', async () => {
  const addresses = followed()
  const toolUrl = '/api/KB_Local/getToolFile?ticket=abc'
  await show({ variant: full, serve: address({ toolUrl }) })
  await press(document.body, /^在投标工具中打开/)
  await vi.waitFor(() => expect(addresses).toEqual([`bidtool:${location.origin}${toolUrl}`]))
})

test('a missing address is reported with the exact message', async () => {
  const addresses = followed()
  await show({ variant: full, serve: address({ Result: false, ResultMessage: '下载地址为空！' }) })
  await press(document.body, /^在投标工具中打开/)
  expect(await screen.findByText('下载地址为空！')).toBeTruthy()
  expect(addresses).toEqual([])
})

test('a region without a tool offers only the download of the submitted file', async () => {
  const addresses = followed()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:own')
  const serve = (path: string) =>
    path.startsWith('/api/KB_Local/getBidFile?') ? new Response('sealed') : null
  await show({ variant: standard, serve })
  expect(screen.queryByRole('button', { name: /^在投标工具中打开/ })).toBeNull()
  await press(document.body, /^下载/)
  await vi.waitFor(() => expect(addresses).toEqual(['blob:own']))
})
