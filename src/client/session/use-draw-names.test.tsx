import { renderHook } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { allTexts } from '#test/client/all-texts.ts'
import { useDrawNames } from './use-draw-names.ts'

test('the name of a draw begins with a capital, the sign of a parameter stays as it is', () => {
  const { result } = renderHook(() => useDrawNames(), {
    wrapper: ({ children }) => <I18nextProvider i18n={allTexts('en')}>{children}</I18nextProvider>,
  })
  const { kindName, drawName } = result.current
  expect([kindName('fall-rate'), kindName('a-g'), kindName('alpha-beta')]).toEqual([
    ...['Fall rate', 'a and g', 'α and β'],
  ])
  expect(drawName({ kind: 'random-index', subject: '' })).toBe('Number drawn at random')
})
