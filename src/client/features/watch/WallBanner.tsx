import { VisuallyHidden } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalClock } from '#client/store/use-local-clock.ts'
import { WarningBar } from '#client/ui/WarningBar.tsx'
import type { WallView } from './follow-wall.ts'

/** Shorter interruptions are not shown. */
const shownAfterMs = 3000

/** A banner while the wall is not live, with the age of what is shown. */
export function WallBanner({ line, heardAt }: Pick<WallView, 'line' | 'heardAt'>) {
  const { t } = useTranslation('watch')
  const isAway = line === 'polling' || line === 'away'
  const now = useLocalClock(isAway)
  const since = useSince(isAway)
  const isShown = isAway && heardAt !== null && since !== null && now - since >= shownAfterMs
  const age = Math.max(0, Math.round((now - (heardAt ?? now)) / 1000))
  const ageText =
    age < 60 ? t('shell:ageSeconds', { count: age }) : t('shell:ageMinutes', { count: Math.floor(age / 60) })
  return (
    <>
      {/* Read out once, without the changing age. */}
      <VisuallyHidden role="status">{isShown && t(`line_${line}`)}</VisuallyHidden>
      {isShown && (
        <WarningBar
          title={t('bannerTitle')}
          urgent={false}
          text={t(line === 'polling' ? 'pollingAge' : 'awayAge', { age: ageText })}
        />
      )}
    </>
  )
}

/** Since when it holds (epoch ms, local clock); null while it does not. */
function useSince(holds: boolean): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(holds ? Date.now() : null), [holds])
  return since
}
