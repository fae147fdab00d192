import { Box, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTarget } from '#client/session/PageTarget.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { unitIn } from '#domain/tender/units.ts'
import { BasePriceActions } from './BasePriceActions.tsx'
import { BasePriceBids } from './BasePriceBids.tsx'
import { BasePriceResult } from './BasePriceResult.tsx'
import { basePriceOf } from './base-price-of.ts'
import { OwnBasePrice } from './OwnBasePrice.tsx'
import { Working } from './Working.tsx'

/**
 * The evaluation base price in step 3 (BAS-1 to BAS-10): the opener decides which bids take part, calculates and saves;
 * bidders see their own part in it, and everybody the working. Nothing where the tender has no rule.
 */
export function BasePricePanel() {
  const { t } = useTranslation('base-price')
  const role = useRole()
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const language = useNameLanguage()
  const view = useMemo(() => {
    const found = basePriceOf(state)
    return found && { ...found, unit: unitIn(language, found.unit) }
  }, [state, language])
  if (!view || !state.announcement) return null
  const isOpener = role === 'opener'
  const hint = isOpener ? t('hintOpener') : role === 'bidder' ? t('hintBidder') : t('hintWatcher')
  return (
    <Box mt="4">
      <PageTarget name="basePrice">
        <Panel title={t('title')} actions={<BasePriceActions view={view} />}>
          <Stack gap="4">
            <Text color="fg.muted">{view.status === 'waiting' ? t('waiting') : hint}</Text>
            {isOpener && view.isLocked && <Notice tone="info">{t('locked')}</Notice>}
            <BasePriceResult view={view} />
            {view.reviewGroup && <Notice tone="warning">{t('reviewGroup')}</Notice>}
            {own && <OwnBasePrice view={view} code={own.code} />}
            {view.status !== 'waiting' && <BasePriceBids view={view} ownCode={own?.code ?? null} />}
            {view.calculation && view.status !== 'stale' && <Working steps={view.calculation.steps} />}
          </Stack>
        </Panel>
      </PageTarget>
    </Box>
  )
}
