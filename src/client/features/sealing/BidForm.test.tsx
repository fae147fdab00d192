import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Column } from '#domain/tender/tender.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import { BidForm } from './BidForm.tsx'
import type { SealingInfo } from './use-sealing-info.ts'

const manager: Column = {
  key: 'manager',
  kind: 'text',
  title: { zh: '项目经理', en: 'Manager' },
  unit: '',
  decimals: 0,
  required: true,
}
const info = { bdGuid: 's1', EntprsCode: 'C1', encrypted: true, bidFiles: [] } as unknown as SealingInfo

/** The form with typed text and attachments kept by its parent; no certificate is open. */
function Form({ columns }: { columns: readonly Column[] }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <BidForm
      info={info}
      kind="technical"
      columns={columns}
      typed={typed}
      onType={(key, value) => setTyped((now) => ({ ...now, [key]: value }))}
      files={files}
      onFiles={setFiles}
      onSealed={() => {}}
    />
  )
}

const seal = () => press(document.body, '密封投标文件')
const said = (text: string) => screen.queryAllByText(text).length > 0
const attach = (...files: readonly File[]) =>
  fireEvent.change(screen.getByLabelText(/^添加文件/), { target: { files } })

test('a problem with figures or certificate is shown until something is typed or attached', async () => {
  await renderInSession(<Form columns={[manager]} />, { role: 'bidder' })
  await screen.findByRole('button', { name: '密封投标文件' })
  await seal()
  expect(said('请检查标出的投标内容。')).toBe(true)
  await type(document.body, /^项目经理/, '李工')
  expect(said('请检查标出的投标内容。')).toBe(false)
  await seal()
  expect(said('请先打开贵单位的证书。')).toBe(true)
  attach(new File(['x'], 'a.pdf'))
  expect(said('请先打开贵单位的证书。')).toBe(false)
})

test('an empty file is reported until something is attached', async () => {
  await renderInSession(<Form columns={[]} />, { role: 'bidder' })
  await screen.findByRole('button', { name: '密封投标文件' })
  await seal()
  expect(said('该文件还没有内容，请添加文件。')).toBe(true)
  attach(new File(['x'], 'a.pdf'))
  expect(said('该文件还没有内容，请添加文件。')).toBe(false)
})
