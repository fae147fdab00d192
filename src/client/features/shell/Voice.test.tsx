import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preferencesStore } from '#client/store/preferences.ts'
import { shell } from '#client/texts/zh-CN/shell.ts'
import { allTexts } from '#test/client/all-texts.ts'
import { theme } from '#test/client/theme.ts'
import { VoiceButton } from './VoiceButton.tsx'
import { VoiceConsent } from './VoiceConsent.tsx'

beforeEach(() => {
  localStorage.clear()
  preferencesStore.setState(preferencesStore.getInitialState(), true)
})
afterEach(cleanup)

function open(asks = true) {
  return render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <ChakraProvider value={theme}>
        <VoiceConsent asks={asks} />
        <VoiceButton />
      </ChakraProvider>
    </I18nextProvider>,
  )
}

/** The page after a reload, with only what was stored. */
async function reload() {
  cleanup()
  const kept = localStorage.getItem('kaibiao.preferences') ?? ''
  preferencesStore.setState(preferencesStore.getInitialState(), true)
  localStorage.setItem('kaibiao.preferences', kept)
  await preferencesStore.persist.rehydrate()
  open()
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const asked = () => screen.queryByRole('button', { name: shell.consentYes }) !== null

test('consent is asked for once; after a reload the first click turns the sound on again', async () => {
  open()
  expect(preferencesStore.getState().soundAllowed).toBe(false)
  press(shell.consentYes)
  expect(preferencesStore.getState()).toMatchObject({ soundAllowed: true, muted: false })
  await reload()
  expect(asked()).toBe(false)
  expect(preferencesStore.getState().soundAllowed).toBe(false)
  fireEvent.keyDown(window, { key: 'Tab' })
  expect(preferencesStore.getState().soundAllowed).toBe(true)
})

test('a user who wants only captions is not asked again, and can turn the voice on later', async () => {
  open()
  press(shell.consentNo)
  await reload()
  expect(asked()).toBe(false)
  fireEvent.click(document.body)
  expect(preferencesStore.getState()).toMatchObject({ muted: true, soundAllowed: false })
  press(shell.voiceUnmute)
  expect(preferencesStore.getState()).toMatchObject({ muted: false, soundAllowed: true })
})

test('consent is no longer asked for once there are no prompts', () => {
  open()
  expect(asked()).toBe(true)
  cleanup()
  open(false)
  expect(asked()).toBe(false)
})

test('volume and mute are stored', async () => {
  open()
  press(shell.consentYes)
  fireEvent.change(screen.getByRole('slider', { name: shell.volume }), { target: { value: '0.3' } })
  press(shell.voiceMute)
  await reload()
  expect(preferencesStore.getState()).toMatchObject({ muted: true, volume: 0.3 })
})

test('muting one tab mutes the others', async () => {
  open()
  press(shell.consentYes)
  const kept = JSON.parse(localStorage.getItem('kaibiao.preferences') ?? '')
  kept.state.muted = true
  localStorage.setItem('kaibiao.preferences', JSON.stringify(kept))
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'kaibiao.preferences' })))
  expect(preferencesStore.getState()).toMatchObject({ muted: true, soundAllowed: true })
})
