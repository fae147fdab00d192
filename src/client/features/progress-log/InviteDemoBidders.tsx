import { Button, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { CheckIcon } from '#client/ui/icons.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { submitters } from '#domain/submission/bids.ts'

/**
 * In a demo: invites simulated bidders to this section while any of them is missing, and shows how many are present.
 * Their arrival is read out from the progress log.
 */
export function InviteDemoBidders() {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const all = useSession(({ state }) => submitters(state).length)
  const present = useSession(({ state }) => submitters(state).filter(({ entered }) => entered).length)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)

  async function join() {
    setBusy(true)
    const answer = await api('joinDemoBidders', { session })
    setBusy(false)
    setAsked(answer.ok)
    if (answer.ok) toast.success(t('demoJoined', { count: answer.value.count }))
    else toast.error(answer.error.message, answer.error.code)
  }

  if (all === 0) return null
  return (
    <Flex align="center" gap="3" wrap="wrap">
      {present < all && !asked && (
        <Button size="sm" variant="outline" onClick={join} loading={busy}>
          {t('demoJoin')}
        </Button>
      )}
      <Text textStyle="xs" color="fg.muted" display="flex" alignItems="center" gap="1">
        {present === all && <CheckIcon color="fg.success" />}
        {present < all
          ? t(asked ? 'demoInvited' : 'demoPresent', { present, count: all })
          : t('demoAllPresent', { count: all })}
      </Text>
    </Flex>
  )
}
