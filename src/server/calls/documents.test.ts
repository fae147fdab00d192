import { describe, expect, it } from 'vitest'
import { publicKinds } from '#domain/documents/document.ts'
import { cd } from '#variants/cd.ts'
import { standard } from '#variants/standard.ts'
import { mayDownload } from './documents.ts'

const region = (variant: typeof standard) => ({ settings: { variant } }) as Parameters<typeof mayDownload>[0]

describe('who may download a document', () => {
  it('[REP-7] bidders those that the region offers', () => {
    const { laterSteps } = standard
    const bare = { ...standard, laterSteps: { ...laterSteps, bidderDocuments: ['overview' as const] } }
    const offered = (variant: typeof standard) =>
      publicKinds.filter((kind) => mayDownload(region(variant), { role: 'bidder' }, { kind }))
    expect(offered(bare)).toEqual(['overview'])
    expect(offered(standard)).toEqual(['overview', 'sealed-record'])
    expect(mayDownload(region(bare), { role: 'bidder' }, { kind: 'opening-record' })).toBe(true)
    expect(mayDownload(region(standard), { role: 'bidder' }, { kind: 'deposits' })).toBe(false)
  })

  it('[REP-7] nobody from whom the supervisor is hidden', () => {
    const hiding = { ...cd, rules: { ...cd.rules, supervisorHiddenFrom: ['tenderer' as const] } }
    const may = (role: 'tenderer' | 'agency' | 'opener' | 'supervisor') =>
      mayDownload(region(hiding), { role }, { kind: 'overview' })
    expect([may('tenderer'), may('agency'), may('opener'), may('supervisor')]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})
