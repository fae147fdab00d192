import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useServerNow, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { failureSuggestions } from '#domain/halting/failure.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { showHaltingDialog } from './halting-dialog.ts'
import { useHaltingActs } from './use-halting-acts.ts'

/** In step 2: too few bids take part or are decrypted, with the way to the form of a failure (HLT-5). */
export function FailureHint() {
  const { t } = useTranslation('halting')
  const rules = rulesOf(useVariant())
  const state = useSession((snapshot) => snapshot.state)
  const now = useServerNow(60_000)
  const mayFail = useHaltingActs().includes('failure')
  const found = failureSuggestions(state, rules, now)
  if (!mayFail || state.lot !== 'open' || found.length === 0) return null
  return (
    <Notice
      tone="info"
      title={found.map(({ text, minimum, count }) => t(`suggestion.${text}`, { minimum, count })).join(' ')}
    >
      <ToFailure />
    </Notice>
  )
}

/** Opens the form of a failure; nothing for whoever cannot declare one. */
export function ToFailure() {
  const { t } = useTranslation('halting')
  if (!useHaltingActs().includes('failure')) return null
  return (
    <Button size="sm" variant="outline" mt="2" onClick={() => showHaltingDialog('failure')}>
      {t('toFailure')}
    </Button>
  )
}
