import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { RefreshIcon } from '#client/ui/icons.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { amountText } from '#domain/submission/figures.ts'
import { causeText, placeText } from '#protocol/messages/base-price-texts.ts'
import type { BasePriceView } from './base-price-of.ts'

/** A bidder's own price and whether it counts; the button asks the server for the saved base price. */
export function OwnBasePrice({ view, code }: { view: BasePriceView; code: string }) {
  const { t, i18n } = useTranslation('base-price')
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const { updated, busy, update } = useUpdate()
  const own = view.rows.find(({ bidderCode }) => bidderCode === code)
  const items = own
    ? [
        { label: t('own'), value: own.bid.price === null ? '—' : amountText(own.bid.price, view.unit) },
        {
          label: t('ownPart'),
          value: `${placeText(own.bid, language)} (${causeText(own.bid, language)})`,
        },
      ]
    : []
  return (
    <Stack gap="3">
      <DescriptionList
        items={[
          ...items,
          ...(updated?.price ? [{ label: t('title'), value: amountText(updated.price, view.unit) }] : []),
        ]}
      />
      <Flex gap="3" align="center" wrap="wrap">
        <Button size="sm" variant="outline" loading={busy} onClick={update}>
          <RefreshIcon />
          {t('update')}
        </Button>
        {updated && (
          <Text color="fg.muted" textStyle="sm" role="status">
            {t('updatedAt', { time: updated.time })}
          </Text>
        )}
      </Flex>
    </Stack>
  )
}

/** The saved base price as the server last answered. */
function useUpdate() {
  const session = useSessionId()
  const time = useTimeFormat()
  const offset = useSession((snapshot) => snapshot.offset)
  const [busy, setBusy] = useState(false)
  const [updated, setUpdated] = useState<{ price: string | null; time: string } | null>(null)
  async function update() {
    setBusy(true)
    const answer = await api('getBaseTotalPrice', { session })
    setBusy(false)
    if (!answer.ok) return toast.error(answer.error.message, answer.error.code)
    const now = new Date(Date.now() + offset).toISOString()
    setUpdated({ price: answer.value.BaseTotalPrice, time: time.second(now) })
  }
  return { updated, busy, update }
}
