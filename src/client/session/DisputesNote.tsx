import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { disputesOf } from '#domain/ending/statements.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Names the bidders who dispute their announced rows (ANN-13), before an act after which they cannot; nothing without any. */
export function DisputesNote() {
  const { t, i18n } = useTranslation('reading')
  const names = useSession(({ state }) => namesOf(state).join(i18n.language === 'en' ? ', ' : '、'))
  return names === '' ? null : <Notice tone="warning">{t('disputesOpen', { names })}</Notice>
}

function namesOf(state: SessionState): string[] {
  return disputesOf(state).map(({ bidderCode }) => state.bidders[bidderCode]?.name ?? bidderCode)
}
