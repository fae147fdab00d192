import { Button, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'

/** The size of the evaluation's window, as the specifications give it. */
const windowFeatures = 'width=1000,height=800'

/** The platform tells the hall of an evaluation a moment after the bidder is back; milliseconds. */
const againMs = [2000, 5000, 15_000]

/**
 * Asks a bidder, once the opening has ended, to evaluate the tenderer on a page of the platform (EVA-3). Whoever does not
 * want to now can do it later by the button.
 */
export function TendererEvaluation() {
  const { tendererEvaluation } = useVariant().laterSteps
  const isBidder = useRole() === 'bidder'
  const ended = useSession(({ state }) => state.endedAt !== null)
  return tendererEvaluation && isBidder && ended ? <Evaluation /> : null
}

function Evaluation() {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const isMissing = useMissing(session)
  const asked = useDraft(`evaluation.${session}`, { answered: '' })
  const [busy, setBusy] = useState(false)
  if (!isMissing) return null

  const answer = () => asked.change('answered', 'yes')

  async function evaluate() {
    answer()
    // Opened at once: after an answer browsers take it for an unwanted window.
    const page = window.open('', '_blank', windowFeatures)
    setBusy(true)
    const found = await api('evaluate', { session })
    setBusy(false)
    if (!found.ok) {
      page?.close()
      return toast.error(found.error.message, found.error.code)
    }
    if (!page) return toast.error(t('ending.evaluation.blocked'))
    page.opener = null
    page.location.replace(found.value.ResultMessage)
  }

  const buttons = (
    <Button colorPalette="accent" loading={busy} onClick={evaluate}>
      {t('ending.evaluation.act')}
    </Button>
  )
  return (
    <>
      <Panel title={t('ending.evaluation.title')}>
        <Flex gap="3" align="center" wrap="wrap">
          <Text flex="1 1 16rem">{t('ending.evaluation.body')}</Text>
          {buttons}
        </Flex>
      </Panel>
      <Dialog open={asked.draft.answered === ''} onClose={answer} title={t('ending.evaluation.title')}>
        <Text mb="4">{t('ending.evaluation.body')}</Text>
        <Flex gap="3" justify="flex-end" wrap="wrap">
          <Button variant="outline" onClick={answer}>
            {t('ending.evaluation.not')}
          </Button>
          {buttons}
        </Flex>
      </Dialog>
    </>
  )
}

/** Whether the bidder has not evaluated yet; asked again when they come back from the platform's page. */
function useMissing(session: string): boolean {
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    let left = false
    // Said once, and not again each time that the bidder is back.
    let told = false
    const ask = async () => {
      const answer = await api('undisList', { session })
      if (left) return
      if (answer.ok) setIsMissing(answer.value.length > 0)
      else if (!told) toast.error(answer.error.message, answer.error.code)
      told ||= !answer.ok
    }
    const timers = new Set<number>()
    const back = () => {
      void ask()
      for (const wait of againMs) timers.add(window.setTimeout(ask, wait))
    }
    void ask()
    window.addEventListener('focus', back)
    return () => {
      left = true
      for (const timer of timers) window.clearTimeout(timer)
      window.removeEventListener('focus', back)
    }
  }, [session])
  return isMissing
}
