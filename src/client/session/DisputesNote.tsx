import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { openDisputes } from '#domain/announcement/disputes.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Names the bidders whose disputes have no reply yet (ANN-17), before the opener goes on; nothing without any. */
export function DisputesNote() {
  const { t, i18n } = useTranslation('reading')
  const names = useSession(({ state }) => namesOf(state).join(i18n.language === 'en' ? ', ' : '、'))
  return names === '' ? null : <Notice tone="warning">{t('disputesOpen', { names })}</Notice>
}

function namesOf(state: SessionState): string[] {
  return openDisputes(state).map(({ bidder }) => bidder.name)
}
