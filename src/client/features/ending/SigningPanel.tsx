import { Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { useOwnBidder } from '#client/ui/session/own-bidder.ts'
import { takesPart } from '#domain/bids.ts'
import { OwnSignature } from './OwnSignature.tsx'
import { SigningCommands } from './SigningCommands.tsx'
import { SignList } from './SignList.tsx'
import { countsOf } from './standing.ts'

/** The electronic signature of the opening record (E3, E4). */
export function SigningPanel() {
  const { t } = useTranslation('steps')
  const isOpener = useRole() === 'opener'
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const { total, signed } = countsOf(state)
  const { signing } = state
  return (
    <Stack gap="5">
      <Panel title={t('ending.signing.title')}>
        <Stack gap="5">
          {!signing && !isOpener && <Notice tone="info">{t('ending.signing.notIssued')}</Notice>}
          {signing && <Progress label={t('ending.signing.list')} done={signed} total={total} />}
          {signing?.confirmed && <Notice tone="done">{t('ending.signing.confirmed')}</Notice>}
          {isOpener && !state.endedAt && <SigningCommands />}
          {own && takesPart(state, own) && signing && <OwnSignature own={own} />}
        </Stack>
      </Panel>
      {signing && (
        <Panel title={t('ending.signing.list')}>
          <SignList />
        </Panel>
      )}
    </Stack>
  )
}
