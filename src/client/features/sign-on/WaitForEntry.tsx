import { Box, Button } from '@chakra-ui/react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { nothingFound } from '#client/net/nothing-found.ts'
import { enterSection } from '#client/session/enter-section.ts'
import { NotYetOpen } from '#client/session/NotYetOpen.tsx'
import { useServerOffset } from '#client/store/use-server-clock.ts'
import type { Failure } from '#protocol/outcome.ts'
import { Entering } from './Entering.tsx'

interface WaitProps {
  readonly guid: string
  /** Where the link leads inside the section. */
  readonly path: string
  /** Why the section cannot be entered yet, in the server's words. */
  readonly message: string
  readonly onFailed: (failure: Failure) => void
}

interface Section {
  readonly name: string
  readonly opensAt: string
  readonly halted: boolean
}

/** Waits with a countdown until the section may be entered, and enters it then (ACC-15). */
export function WaitForEntry({ guid, path, message, onFailed }: WaitProps) {
  const { t } = useTranslation('sign-on')
  const navigate = useNavigate()
  const offset = useServerOffset()
  const [record, setRecord] = useState<Section | null>(null)
  const [entering, setEntering] = useState(false)

  const read = useCallback(async () => {
    const found = await api('getJYPTGongCheng', { body: { BDGuid: guid } })
    const [section] = found.ok ? found.value : []
    if (section)
      setRecord({ name: section.bdmc, opensAt: section.OpenBidTime, halted: section.BDZHUANGTAI !== 0 })
    else onFailed(found.ok ? nothingFound : found.error)
  }, [guid, onFailed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and again after each early attempt
  useEffect(() => void read(), [])

  async function enter() {
    setEntering(true)
    const { signal } = new AbortController()
    const options = { bdGuid: guid, countBids: false, onStep: () => {}, signal }
    const entered = await enterSection({ api, tokens }, options)
    if (entered.ok) return navigate(path, { replace: true })
    if (entered.error.code !== 'opening-time-not-reached') return onFailed(entered.error)
    // The opening time was put off, or this device's clock is a little ahead.
    await read()
    setEntering(false)
  }

  if (!record || entering) return <Entering />
  return (
    <Box maxW="lg" mx="auto" px="4">
      <NotYetOpen {...record} message={message} offset={offset} onEnter={() => void enter()} onPrepare={null}>
        <Button asChild variant="outline">
          <Link to="/hall">{t('toHall')}</Link>
        </Button>
      </NotYetOpen>
    </Box>
  )
}
