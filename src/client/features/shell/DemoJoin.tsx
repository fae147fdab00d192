import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { submitters } from '#domain/state.ts'

/** In a demo: lets simulated bidders take part in this section, as long as any of them is missing. */
export function DemoJoin() {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const missing = useSession(({ state }) => submitters(state).some(({ entered }) => !entered))
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

  if (asked || !missing) return null
  return (
    <Button size="sm" variant="ghost" justifySelf="start" onClick={join} loading={busy}>
      {t('demoJoin')}
    </Button>
  )
}
