import { Box, Heading, Tabs, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { useServerClock } from '#client/server-clock.ts'
import { useLogin, type Who } from '#client/store/login-store.ts'
import { useTimeFormat } from '#client/time-format.ts'
import { HeaderRow } from '#client/ui/HeaderRow.tsx'
import { useVariant } from '#client/variant.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import { type HallTab, SectionList } from './SectionList.tsx'

/** The project hall (H1, H2): sections to be opened and those opened. */
export function Hall() {
  const who = useLogin((login) => login.who)
  return who ? <HallScreen who={who} /> : <Navigate to="/?login" replace />
}

function HallScreen({ who }: { who: Who }) {
  const { t } = useTranslation('hall')
  const now = useServerClock()
  const [tab, setTab] = useState<HallTab>('open')
  const [entering, setEntering] = useState<{ bdGuid: string; name: string; tab: HallTab } | null>(null)
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <Box minH="100dvh">
      <HallHeader who={who} now={now} />
      <Box
        as="main"
        id="main"
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '6' }}
      >
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }} mb="3">
          {t('title')}
        </Heading>
        <Tabs.Root
          value={tab}
          onValueChange={({ value }) => setTab(value as HallTab)}
          lazyMount
          unmountOnExit
        >
          <Tabs.List>
            <Tabs.Trigger value="open">{t('tabOpen')}</Tabs.Trigger>
            <Tabs.Trigger value="ended">{t('tabEnded')}</Tabs.Trigger>
          </Tabs.List>
          {(['open', 'ended'] as const).map((value) => (
            <Tabs.Content key={value} value={value}>
              <SectionList
                tab={value}
                now={now}
                isBidder={who.role === 'bidder'}
                onEnter={({ bdGuid, bdmc }) => setEntering({ bdGuid, name: bdmc, tab: value })}
              />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Box>
      {entering && <EnterDialog {...entering} onClose={() => setEntering(null)} />}
    </Box>
  )
}

function HallHeader({ who, now }: { who: Who; now: number | null }) {
  const { t, i18n } = useTranslation('hall')
  const { title } = useVariant()
  const format = useTimeFormat()
  return (
    <HeaderRow
      clock={
        <Text role="timer" aria-label={t('homeClock')} color="fg.muted" whiteSpace="nowrap">
          {now === null ? '—' : format.second(now)}
        </Text>
      }
      actions={
        <Text truncate maxW={{ base: '10rem', md: '20rem' }} title={who.ShowName}>
          {t('greeting', { name: who.ShowName })}
        </Text>
      }
    >
      <Text fontWeight="semibold">{i18n.language === 'en' ? title.en : title.zh}</Text>
    </HeaderRow>
  )
}
