import { Button, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { letterDialog, showLetter } from '#client/session/letter-dialog.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { PenIcon, WarningIcon } from '#client/ui/icons.tsx'
import { isWindowOpen } from '#domain/session/current-window.ts'
import { haltOf } from '#domain/session/lot.ts'
import { LetterDialog } from './LetterDialog.tsx'
import { LetterListDialog } from './LetterListDialog.tsx'

/**
 * Opens the commitment letter (PRE-13), where the region requires one. A bidder sees their own letter, which opens
 * automatically before the decryption until they have agreed or declined; others see the status of all letters.
 */
export function CommitmentButton() {
  const { rules } = useVariant()
  const role = useRole()
  if (!rules.commitmentLetter || role === null) return null
  return role === 'bidder' ? <OwnLetter /> : <LetterList />
}

function OwnLetter() {
  const { t } = useTranslation('commitment')
  const own = useOwnBidder()
  const code = own?.code ?? ''
  const signed = useSession(({ state }) => (state.letters[code]?.signature ?? null) !== null)
  const undecided = useSession(
    ({ state }) =>
      state.status === 'not-opened' &&
      haltOf(state.lot) === null &&
      !state.letters[code]?.signature &&
      !state.letters[code]?.declinedAt,
  )
  const givesWay = useSession(({ state }) => isWindowOpen(state))
  const { shown } = useStore(letterDialog)
  // It may have opened by itself (SHL-15).
  useEffect(() => {
    if (givesWay) showLetter(false)
  }, [givesWay])
  // Opened once per visit to the section: a dialog closed without an answer stays closed.
  const asks = code !== '' && undecided
  useEffect(() => {
    if (asks) showLetter(true)
  }, [asks])
  useEffect(() => () => showLetter(false), [])
  if (!own) return null
  const label = t(signed ? 'open' : 'openUnsigned')
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={label} title={label} onClick={() => showLetter(true)}>
        {signed ? <PenIcon /> : <WarningIcon color="fg.warning" />}
        {/* A bidder's header has just enough room for it on a laptop. */}
        <Text as="span" hideBelow="sm">
          {t('short')}
        </Text>
      </Button>
      {shown && <LetterDialog bidderCode={code} onClose={() => showLetter(false)} />}
    </>
  )
}

function LetterList() {
  const { t } = useTranslation('commitment')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('open')}
        title={t('open')}
        onClick={() => setOpen(true)}
      >
        <PenIcon />
        {/* The opener's header has more in it than a bidder's. */}
        <Text as="span" hideBelow="2xl">
          {t('open')}
        </Text>
      </Button>
      {open && <LetterListDialog onClose={() => setOpen(false)} />}
    </>
  )
}
