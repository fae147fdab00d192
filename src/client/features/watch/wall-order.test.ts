import { expect, test } from 'vitest'
import { watchedSection } from '#test/client/watched-section.ts'
import { inHeldOrder, inOrder } from './wall-order.ts'

const soon = watchedSection('soon', { deadline: '2026-03-02T02:00:00.000Z' })
const later = watchedSection('later', { deadline: '2026-03-02T03:00:00.000Z' })
const still = watchedSection('still', { phase: 'opened' })
const over = watchedSection('over', { phase: 'ended' })
const broken = { ...watchedSection('broken'), summary: null }
const names = (sections: readonly { readonly code: string }[]) => sections.map(({ code }) => code)

test('[WAL-2] the nearest deadline comes first, what cannot be read before it, ended openings last', () => {
  const sorted = inOrder([over, later, still, soon, broken])
  expect(names(sorted)).toEqual(['broken', 'soon', 'later', 'still', 'over'])
})

test('[WAL-2] while it is held the order stays, and new sections come at the end', () => {
  const held = inHeldOrder([soon, later, over], [later.id, over.id, still.id])
  expect(names(held)).toEqual(['later', 'over', 'soon'])
})
