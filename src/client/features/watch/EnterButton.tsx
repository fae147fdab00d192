import { Button } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { enterSection } from '#client/session/enter-section.ts'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { toast } from '#client/ui/Toast.tsx'

interface EnterButtonProps {
  readonly id: string
  readonly name: string
  /** The icon alone. */
  readonly isDense: boolean
}

/** Enters a section of the wall at its current step; the wall is one step back. A refusal is said. */
export function EnterButton({ id, name, isDense }: EnterButtonProps) {
  const { t } = useTranslation('watch')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function enter(): Promise<void> {
    setBusy(true)
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const options = { bdGuid: id, countBids: false, onStep: () => undefined, signal }
    const entered = await enterSection({ api, tokens }, options)
    if (signal.aborted) return
    setBusy(false)
    if (entered.ok) navigate(`/bid/${entered.value.sessionId}`)
    else toast.warning(entered.error.message || t('enterFailed'), entered.error.code)
  }

  return (
    <Button
      size={isDense ? 'xs' : { base: 'lg', md: 'sm' }}
      px={isDense ? '0' : undefined}
      variant="outline"
      loading={busy}
      loadingText={isDense ? undefined : t('entering')}
      aria-label={t('enterOf', { name })}
      onClick={() => void enter()}
    >
      {!isDense && t('enter')}
      <ArrowIcon />
    </Button>
  )
}
