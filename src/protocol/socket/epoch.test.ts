import { expect, test } from 'vitest'
import { epochOfPreview, isPreviewOf, previewedEpoch } from './epoch.ts'
import { keptOf, restorationOf, restoredEpoch } from './restored-epoch.ts'

test('[RIV-1] the epoch of a preview does not tell how many entries a restored backup kept', () => {
  const [few, many] = [3, 4711].map((kept) => restoredEpoch('A', kept, 'f1'))
  const [again, other] = [few, many].map((epoch) => restoredEpoch(epoch ?? '', 7, 'f2'))
  for (const [one = '', two = ''] of [
    [few, many],
    [again, other],
  ]) {
    const preview = epochOfPreview(one, 'U')
    expect(preview).toBe(epochOfPreview(two, 'U'))
    expect(preview).not.toMatch(/~\d+~/)
    expect([isPreviewOf(preview, one), isPreviewOf(preview, 'A'), isPreviewOf(one, two)]).toEqual([
      ...[true, false, false],
    ])
  }
})

test('[ALM-5] an epoch that a backup’s follows is known, from a log or a preview to either', () => {
  const [once, twice] = [restoredEpoch('A', 5, 'f1'), restoredEpoch(restoredEpoch('A', 5, 'f1'), 7, 'f2')]
  const [hidden, hiddenTwice] = [once, twice].map((epoch) => previewedEpoch(epochOfPreview(epoch, 'U')) ?? '')
  expect([once, twice].map((next) => restorationOf('A', next))).toEqual([{ kept: 5 }, { kept: 5 }])
  expect([hidden, hiddenTwice].map((next = '') => restorationOf('A', next))).toEqual([
    ...[{ kept: null }, { kept: null }],
  ])
  expect(restorationOf(hidden ?? '', twice)).toEqual({ kept: 7 })
  expect(restorationOf(once, hiddenTwice ?? '')).toEqual({ kept: null })
  expect(keptOf(once, twice)).toBe(7)
  for (const [former, next] of [
    ...[
      [once, once],
      [twice, once],
      ['B', once],
      ['A', 'A~x~y'],
      ['A', 'A~5'],
      ['A', 'AB~5~f1'],
    ],
    ...[
      [restoredEpoch('A', 6, 'f1'), twice],
      [restoredEpoch('A', 5, 'f3'), twice],
    ],
  ] as [string, string][])
    expect([former, next, restorationOf(former, next)]).toEqual([former, next, null])
})
