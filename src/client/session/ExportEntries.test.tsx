import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import { ExportEntries } from './ExportEntries.tsx'

beforeEach(() => void vi.spyOn(files, 'saveFile').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

const head = '{"form":"kaibiao-session-log/2","session":"s1"}\n'
const entry = '{"seq":1,"type":"MessagePosted","payload":{"text":"he said \\"damage\\":"}}\n'

/** The toasts shown for a file with this text, once it has been saved. */
async function saidOf(text: string): Promise<unknown[]> {
  const said: unknown[] = []
  for (const tone of ['success', 'warning', 'error'] as const) {
    vi.spyOn(toast, tone).mockImplementation((message: string) => void said.push(`${tone}: ${message}`))
  }
  const serve = (path: string) => (path.includes('exportSessionLog') ? new Response(text) : null)
  await renderInSession(<ExportEntries />, { serve })
  await screen.findByRole('button')
  await press(document.body, '导出可验证的日志')
  await vi.waitFor(() => expect(said).not.toEqual([]))
  expect(files.saveFile).toHaveBeenCalledOnce()
  return said
}

test('an export reports its number of entries', async () => {
  expect(await saidOf(head + entry + entry)).toEqual(['success: 已导出 2 条日志'])
})

test('an export reports its number of damaged places', async () => {
  const damaged = `${head + entry}{"seq":2,"damage":"missing"}\n{"seq":3,"to":9,"damage":"missing"}\n`
  expect(await saidOf(damaged)).toEqual(['warning: 日志已导出，其中 2 处已损坏，文件中已注明位置'])
})

test.each([
  ['in an entry', head + entry.slice(0, 30)],
  ['before anything came', ''],
])('an export that was cut short %s is reported', async (_, text) => {
  expect(await saidOf(text)).toEqual(['error: 导出的日志文件不完整，请重新导出'])
})

test('an export that cannot be read is reported', async () => {
  vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  expect(await saidOf(head + entry)).toEqual(['error: 导出的日志文件不完整，请重新导出'])
})
