import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { standingOf } from '#domain/submission/bids.ts'
import { useOwnBidder } from './use-own-bidder.ts'

/** A result that is bad for the viewing bidder, in their words: not opened, or marked invalid; null without one. */
export function useOwnResult(): string | null {
  const { t } = useTranslation('steps')
  const own = useOwnBidder()
  const standing = useSession(({ state }) => (own && state.decryption ? standingOf(state, own) : null))
  if (own?.invalid) return t('ownResult.invalid', { note: own.invalid.note })
  if (standing?.status !== 'failed') return null
  return t('ownResult.failed', { cause: t(`file.cause.${standing.cause}`) })
}
