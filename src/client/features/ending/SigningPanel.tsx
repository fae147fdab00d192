import { Stack } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProlongedNote } from '#client/session/ProlongedNote.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { roundOfEnvelope } from '#domain/ending/record.ts'
import { type RecordSigner, signersOf } from '#domain/ending/signers.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { EnvelopeSwitch } from './EnvelopeSwitch.tsx'
import { signedOf } from './ending-phase.ts'
import { RecordAct } from './RecordAct.tsx'
import { RecordToSign } from './RecordToSign.tsx'
import { SignatureTable } from './SignatureTable.tsx'
import { SigningCommands } from './SigningCommands.tsx'

/** The electronic signature of the opening record (END-6 to END-10), of either envelope where there are two. */
export function SigningPanel() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const isOpener = useRole() === 'opener'
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const [chosen, setChosen] = useState<EnvelopeNumber | null>(null)
  const envelope = chosen ?? state.stage.number
  const round = useMemo(() => roundOfEnvelope(state, envelope) ?? state, [state, envelope])
  const isCurrent = round === state
  const isSigner = ({ isOpener: opens, unitCode }: RecordSigner) =>
    isOpener ? opens : !opens && unitCode === own?.code
  const signer = signersOf(round).find(isSigner)
  const enrolled = own?.certificate ?? null
  const { total, done } = signedOf(round)
  const { signing } = round
  // A bidder's act stands directly under the step's bar while it is possible (`OwnTask`).
  const hasAct = isOpener || !isCurrent || state.endedAt !== null
  return (
    <Stack gap="5">
      <Panel
        title={t('ending.signing.title')}
        actions={
          state.tender?.envelopes === 2 && (
            <EnvelopeSwitch shown={envelope} state={state} onShow={setChosen} />
          )
        }
      >
        <Stack gap="5">
          {!signing && !isOpener && <Notice tone="info">{say({ code: 'signing-not-issued' })}</Notice>}
          {signing?.confirmed && <Notice tone="done">{t('ending.signing.confirmed')}</Notice>}
          {signer && signing && hasAct && <RecordAct own={signer} enrolled={enrolled} round={round} />}
          {signing && (
            <Progress label={t('ending.signing.list')} {...{ done, total }} isOver={signing.closed} />
          )}
          <ProlongedNote window={signing} />
          {isOpener && isCurrent && !state.endedAt && <SigningCommands />}
          {signer && signing && <RecordToSign own={signer} round={round} envelope={envelope} />}
        </Stack>
      </Panel>
      {signing && (
        <Panel title={t('ending.signing.list')}>
          <SignatureTable round={round} />
        </Panel>
      )}
    </Stack>
  )
}
