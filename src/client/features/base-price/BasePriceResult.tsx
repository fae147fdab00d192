import { Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { amountText } from '#domain/submission/figures.ts'
import type { BasePriceStatus, BasePriceView } from './base-price-of.ts'

const tones: Readonly<Record<Exclude<BasePriceStatus, 'waiting'>, Tone>> = {
  'not-yet': 'waiting',
  stale: 'warning',
  unsaved: 'info',
  saved: 'done',
}

/** The base price and how far it is; one that does not hold any more is struck out. */
export function BasePriceResult({ view }: { view: BasePriceView }) {
  const { t } = useTranslation('base-price')
  const { status, calculation, unit } = view
  if (status === 'waiting') return null
  const sentence = {
    'not-yet': t('notYet'),
    stale: t('stale'),
    unsaved: t('unsaved'),
    saved: t('saved'),
  }[status]
  return (
    <Flex gap="4" align="center" wrap="wrap" aria-live="polite">
      {calculation && (
        <Text textStyle="3xl" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          {status === 'stale' ? (
            <s>{amountText(calculation.price, unit)}</s>
          ) : (
            <strong>{amountText(calculation.price, unit)}</strong>
          )}
        </Text>
      )}
      <StatusBadge tone={tones[status]}>{sentence}</StatusBadge>
    </Flex>
  )
}
