import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerTime } from '#client/store/use-server-clock.ts'
import { useVariant } from '#client/store/variant.tsx'
import { Clock } from '#client/ui/Clock.tsx'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { entryOpensAt } from '#domain/session/entry-opens.ts'

interface NotYetProps {
  readonly name: string
  /** The server's reason, in the variant's words (MSG-2). */
  readonly message: string
  readonly opensAt: string
  /** The lot is halted: nothing is counted down (HLT-9). */
  readonly halted: boolean
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  readonly onEnter: () => void
  /** For the opener, who may prepare the section before (PRE-17); null for others. */
  readonly onPrepare: (() => void) | null
  /** Other actions. */
  readonly children: ReactNode
}

/** All who wait do not come in the same moment: at most this many milliseconds lie between the first and the last. */
const spreadMs = 2000

/** Too early to enter: shows when it will be possible, and enters then, by itself or by a button (LST-13). */
export function NotYetOpen(props: NotYetProps) {
  const { name, message, opensAt, halted, offset, onEnter, onPrepare, children } = props
  const { t } = useTranslation('hall')
  const { rules } = useVariant()
  const format = useTimeFormat()
  const now = useServerTime(offset)
  const possibleAt = entryOpensAt(opensAt, rules.entryLeadMinutes)
  const left = possibleAt - (now ?? 0)
  const reached = now !== null && left <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onEnter` is another one each second
  useEffect(() => {
    if (!reached || halted) return
    const timer = setTimeout(onEnter, spreadMs * Math.random())
    return () => clearTimeout(timer)
  }, [reached, halted])
  return (
    <Stack gap="4" pb="2">
      <Notice tone="warning" title={message}>
        {name}
      </Notice>
      <Stack gap="1" textAlign="center" align="center">
        <Text>{t('opensAt', { time: format.second(opensAt) })}</Text>
        <Text>{t('possibleAt', { time: format.second(possibleAt) })}</Text>
        {halted && <Text color="fg.warning">{t('halted')}</Text>}
        {now !== null && !halted && (
          <Clock
            milliseconds={left}
            label={t('possibleIn')}
            until={format.minute(possibleAt)}
            begins
            ended={t('possibleNow')}
          />
        )}
        {!halted && (
          <Text textStyle="sm" color="fg.muted">
            {t('entersByItself')}
          </Text>
        )}
      </Stack>
      {onPrepare && left > 0 && (
        <Text textStyle="sm" color="fg.muted" textAlign="center">
          {t('prepareHint')}
        </Text>
      )}
      <Flex gap="3" justify="center" wrap="wrap">
        {children}
        {onPrepare && left > 0 && (
          <Button variant="outline" onClick={onPrepare}>
            {t('prepare')}
          </Button>
        )}
        <Button disabled={!reached} onClick={onEnter}>
          {t('enter')}
          <ArrowIcon />
        </Button>
      </Flex>
    </Stack>
  )
}
