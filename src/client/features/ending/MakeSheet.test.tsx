import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { documentId } from '#test/domain/sample-actors.ts'
import { MakeSheet } from './MakeSheet.tsx'

const filed = event('DocumentFiled', { ...histories.overviewVersion(1), kind: 'unit-prices' })
const withdrawn = event('DocumentWithdrawn', { documentId: documentId(1), reason: '有误', by: '王主持' })

test.each([
  ['filed', [filed]],
  ['taken out of the list', [filed, withdrawn]],
])('[REP-5] unit prices whose version was %s are made again with a reason', async (_what, more) => {
  const asked: string[] = []
  const serve = (path: string) => {
    if (!path.includes('ZTBQD')) return null
    asked.push(path)
    return Response.json({ Result: true, ResultMessage: '/file' })
  }
  const { tell } = await renderInSession(<MakeSheet kind="unit-prices" envelope={1} />, {
    history: histories.atEnd(),
    serve,
  })
  await press(document.body, '生成 PDF')
  tell([...histories.atEnd(), ...more])
  await press(document.body, '重新生成 PDF')
  const dialog = await screen.findByRole('alertdialog')
  await type(dialog, /^原因/, '备注有改动')
  await press(dialog, '重新生成 PDF')
  expect(asked.map((path) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))).toMatchObject([
    { BidStage: '1', Reprint: 'false', Remarks: '', format: 'pdf' },
    { BidStage: '1', Reprint: 'true', Remarks: '备注有改动', format: 'pdf' },
  ])
})
