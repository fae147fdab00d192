import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useSentences } from '#client/ui/use-sentences.ts'
import { confirmSigningProblem, unsigned } from '#domain/ending/ending-conditions.ts'
import { windowOpen } from '#domain/session/window.ts'
import { signedOf } from './ending-phase.ts'
import { WindowCommand } from './WindowCommand.tsx'

/** The opener's commands for the signing: issue, extend after the deadline, confirm. */
export function SigningCommands() {
  const state = useSession((snapshot) => snapshot.state)
  if (!state.signing) return <IssueSigning ready={state.confirmation?.closed ?? false} />
  if (state.signing.confirmed) return null
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
      <ConfirmSigning />
      <ExtendSigning />
    </SimpleGrid>
  )
}

function IssueSigning({ ready }: { ready: boolean }) {
  const { t } = useTranslation('steps')
  const { rules } = useVariant()
  const send = useSend()
  const count = useSession(({ state }) => signedOf(state).total)
  return (
    <Stack gap="4">
      {!ready && <Notice tone="info">{t('ending.signing.first')}</Notice>}
      <WindowCommand
        name="signing"
        label={t('ending.signing.issue')}
        limitLabel={t('ending.signing.limit')}
        defaultMinutes={rules.defaultSigningMinutes}
        body={(minutes) => t('ending.signing.issueBody', { count, minutes })}
        disabled={!ready}
        isNext={ready}
        onIssue={(limitMinutes) =>
          toastIfRefused(send('StartSigning', { limitMinutes }), { failed: t('ending.signing.issueFailed') })
        }
      />
    </Stack>
  )
}

function ConfirmSigning() {
  const { t } = useTranslation('steps')
  const sentences = useSentences()
  const send = useSend()
  const missing = useSession(({ state }) => unsigned(state).length)
  const ownSigned = useSession(({ state }) => state.signing?.opener != null)
  const waiting = useSession(({ state }) => confirmSigningProblem(state) !== null)
  // The opener's own signature comes first.
  const isNext = ownSigned && !waiting
  return (
    <Stack gap="3" align="flex-start">
      <StickyAct sticks={isNext}>
        <OfficialActButton
          label={t('ending.signing.confirmAll')}
          disabled={waiting}
          isNext={isNext}
          onConfirm={() =>
            toastIfRefused(send('ConfirmSigning', {}), { failed: t('common:operationFailed') })
          }
        >
          {sentences(
            t('ending.signing.confirmAllBody'),
            missing > 0 && t('ending.signing.confirmAllMissing', { count: missing }),
            !ownSigned && t('ending.signing.openerMissing'),
          )}
        </OfficialActButton>
      </StickyAct>
      {waiting && (
        <Text textStyle="sm" color="fg.muted">
          {t('ending.signing.waitTime')}
        </Text>
      )}
    </Stack>
  )
}

/** Enabled once the signing window has ended (END-9). */
function ExtendSigning() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const { rules } = useVariant()
  const send = useSend()
  const signing = useSession(({ state }) => state.signing)
  const running = useByServerClock((now) => windowOpen(signing, now))
  const complete = useSession(({ state }) => unsigned(state).length === 0)
  if (complete) return null
  return (
    <Stack gap="2">
      <WindowCommand
        name="extension"
        label={t('ending.signing.extend')}
        limitLabel={t('ending.signing.extendMinutes')}
        defaultMinutes={rules.defaultSigningMinutes}
        body={(minutes) => t('ending.signing.extendBody', { minutes })}
        disabled={running}
        isNext={false}
        onIssue={(minutes) =>
          toastIfRefused(send('ExtendSigning', { minutes }), { failed: t('common:operationFailed') })
        }
      />
      {running && (
        <Text textStyle="sm" color="fg.muted">
          {say({ code: 'signing-time-not-ended' })}
        </Text>
      )}
    </Stack>
  )
}
