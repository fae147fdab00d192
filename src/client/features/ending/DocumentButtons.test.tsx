import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { documentId } from '#test/domain/sample-actors.ts'
import { DocumentButtons } from './DocumentButtons.tsx'

test('the records stand before the reports that were made later, the sealed one first', async () => {
  const filed = (['opening-record', 'sealed-record'] as const).map((kind, index) =>
    event('DocumentFiled', { ...histories.overviewVersion(1), kind, documentId: documentId(index + 5) }),
  )
  const history = [...histories.ended(), ...filed, histories.filed(1)]
  await renderInSession(<DocumentButtons />, { history })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '已签章的开标记录表（PDF）',
    '开标记录表（PDF）',
    '开标一览表（PDF）',
  ])
})
