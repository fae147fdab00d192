import { Box, Button, Flex, Heading, Tabs, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { LoggedInHeader } from '#client/auth/LoggedInHeader.tsx'
import { useLogin, type Who } from '#client/auth/login-store.ts'
import { TimeOfDay } from '#client/auth/TimeOfDay.tsx'
import { useServerOffset } from '#client/store/use-server-clock.ts'
import { useVariant } from '#client/store/variant.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { EnterSectionDialog } from './EnterSectionDialog.tsx'
import { SectionList } from './SectionList.tsx'
import { type ListQuery, type ListTab, noFilter, readAddress, writeAddress } from './section-list-address.ts'

/** The section list: sections to be opened, and opened ones (LST-1). */
export function SectionListPage() {
  const who = useLogin((login) => login.who)
  return who && <SectionListScreen who={who} />
}

function SectionListScreen({ who }: { who: Who }) {
  const { t } = useTranslation('hall')
  const offset = useServerOffset()
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => readAddress(search), [search])
  const [entering, setEntering] = useState<SectionListRow | null>(null)
  const ask = useCallback(
    (next: ListQuery) => setSearch(writeAddress(next), { preventScrollReset: true }),
    [setSearch],
  )
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <Box minH="100dvh">
      <SectionListHeader who={who} offset={offset} />
      <Box
        as="main"
        id="main"
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '6' }}
      >
        <Flex align="center" justify="space-between" gap="3" mb="3" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {t('title')}
          </Heading>
          {/* The permission table's row; the table itself would bring the whole domain to this page (TRL-5, WAL-1). */}
          {who.role === 'supervisor' && (
            <Flex gap="2" wrap="wrap">
              <Button asChild variant="outline" size="sm">
                <Link to="/watch">{t('watch:title')}</Link>
              </Button>
              <Button asChild variant="outline" size="sm">
                <Link to="/trail">{t('trail:title')}</Link>
              </Button>
            </Flex>
          )}
        </Flex>
        <Tabs.Root
          value={query.tab}
          onValueChange={({ value }) => ask(initialQuery(value as ListTab))}
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
                query={query}
                onChange={ask}
                role={who.role}
                offset={offset}
                onEnter={setEntering}
              />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </Box>
      {entering && (
        <EnterSectionDialog
          row={entering}
          tab={query.tab}
          role={who.role}
          offset={offset}
          onClose={() => setEntering(null)}
        />
      )}
    </Box>
  )
}

/** A tab's initial query: each tab has its own filters. */
function initialQuery(tab: ListTab): ListQuery {
  return { tab, onlyNew: false, filter: noFilter, page: 1, pageSize: null, sort: null }
}

function SectionListHeader({ who, offset }: { who: Who; offset: number | null }) {
  const { t } = useTranslation('hall')
  const language = useNameLanguage()
  const { title } = useVariant()
  return (
    <LoggedInHeader
      clock={<TimeOfDay offset={offset} />}
      actions={
        <Text
          lineClamp={{ base: 2, md: 1 }}
          maxW={{ md: '20rem' }}
          textStyle={{ base: 'sm', md: 'md' }}
          textAlign="end"
          textWrap="balance"
          title={who.ShowName}
        >
          {t('greeting', { name: who.ShowName })}
        </Text>
      }
    >
      <Text fontWeight="semibold">{title[language]}</Text>
    </LoggedInHeader>
  )
}
