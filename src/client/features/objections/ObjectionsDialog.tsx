import { Heading, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import { objectionsOf } from '#domain/state.ts'
import { isTaken } from './attention.ts'
import { ObjectionItem } from './ObjectionItem.tsx'
import { TextForm } from './TextForm.tsx'

/** Objections with their replies, the newest first; bidders raise theirs here, openers reply (O1 to O3). */
export function ObjectionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('objections')
  const isBidder = useRole() === 'bidder'
  const objections = useSession(({ state }) => objectionsOf(state))
  const taken = useSession(({ state }) => isTaken(state))
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="lg">
      <Stack gap="5">
        {!taken && <Notice tone="info">{t('closed')}</Notice>}
        {isBidder && taken && <RaiseForm />}
        {objections.length === 0 ? (
          <Text color="fg.muted">{t(isBidder ? 'noneOfYours' : 'none')}</Text>
        ) : (
          <Stack gap="3">
            {objections.toReversed().map((objection) => (
              <ObjectionItem key={objection.id} objection={objection} />
            ))}
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}

function RaiseForm() {
  const { t } = useTranslation('objections')
  const send = useSend()
  const sessionId = useSessionId()
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="sm">
        {t('raise')}
      </Heading>
      <TextForm
        kind="objection"
        draftKey={`objection.${sessionId}`}
        label={t('content')}
        hint={t('contentHint')}
        submitLabel={t('submit')}
        doneText={t('raised')}
        send={(content) => send('RaiseObjection', { content })}
      />
    </Stack>
  )
}
