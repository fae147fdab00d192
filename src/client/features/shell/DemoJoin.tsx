import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'

/** In a demo: lets simulated bidders take part in this section. */
export function DemoJoin() {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const [busy, setBusy] = useState(false)

  async function join() {
    setBusy(true)
    const answer = await api('joinDemoBidders', { session })
    setBusy(false)
    if (answer.ok) toast.success(t('demoJoined', { count: answer.value.count }))
    else toast.error(answer.error.message, answer.error.code)
  }

  return (
    <Button size="sm" variant="ghost" justifySelf="start" onClick={join} loading={busy}>
      {t('demoJoin')}
    </Button>
  )
}
