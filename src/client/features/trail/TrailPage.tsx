import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { BackToHall } from '#client/auth/BackToHall.tsx'
import { LoggedInHeader } from '#client/auth/LoggedInHeader.tsx'
import { TimeOfDay } from '#client/auth/TimeOfDay.tsx'
import { api } from '#client/net/api.ts'
import { useServerOffset } from '#client/store/use-server-clock.ts'
import { useVariant } from '#client/store/variant.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { endOfDay, startOfDay } from '#client/ui/days.ts'
import { DownloadIcon, FileIcon } from '#client/ui/icons.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { TrailFilters } from './TrailFilters.tsx'
import { pageSizes, readAddress, type TrailQuery, writeAddress } from './trail-address.ts'
import { useTrailColumns } from './use-trail-columns.tsx'

/** The security trail, for supervisors (TRL-5). */
export function TrailPage() {
  const { t } = useTranslation('trail')
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => readAddress(search), [search])
  const show = (next: TrailQuery) => setSearch(writeAddress(next), { preventScrollReset: true })
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <Box minH="100dvh">
      <LoggedInHeader clock={<TimeOfDay offset={useServerOffset()} />} oneRow>
        <BackToHall />
      </LoggedInHeader>
      <Box
        as="main"
        id="main"
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '6' }}
      >
        <Flex gap="3" align="flex-start" wrap="wrap" mb="4">
          <Box flex="1 1 20rem">
            <Heading as="h1" size={{ base: 'xl', md: '2xl' }} mb="1">
              {t('title')}
            </Heading>
            <Text color="fg.muted" {...wrapsAtMarks}>
              {t('lead')}
            </Text>
          </Box>
          <Flex gap="2" wrap="wrap">
            <Verifier />
            <ExportTrail />
          </Flex>
        </Flex>
        <TrailFilters value={query.filter} onChange={(filter) => show({ ...query, filter, page: 1 })} />
        <TrailTable query={query} onChange={show} />
      </Box>
    </Box>
  )
}

function TrailTable({ query, onChange }: { query: TrailQuery; onChange: (next: TrailQuery) => void }) {
  const { t } = useTranslation('trail')
  const { timeZone } = useVariant()
  const answer = useAnswer(
    useCallback((signal) => api('getTrail', { query: askedBy(query, timeZone), signal }), [query, timeZone]),
  )
  const failure = tableError(answer)
  return (
    <DataTable
      caption={t('title')}
      columns={useTrailColumns()}
      rows={answer.value?.lines ?? null}
      rowKey={({ seq }) => String(seq)}
      error={failure && { ...failure, message: failure.message || t('failed') }}
      empty={t('empty')}
      pageSizes={pageSizes}
      server={{
        page: query.page,
        pageSize: query.pageSize,
        total: answer.value?.total ?? 0,
        more: answer.value?.more ?? false,
        onChange: (page, pageSize) => onChange({ ...query, page, pageSize }),
      }}
    />
  )
}

function askedBy({ filter, page, pageSize }: TrailQuery, timeZone: string) {
  const { kind, account, section, from, to } = filter
  return {
    page,
    pageSize,
    ...(kind && { kind }),
    ...(account && { account }),
    ...(section && { section }),
    ...(from && { from: startOfDay(from, timeZone, 0) }),
    ...(to && { to: endOfDay(to, timeZone) }),
  }
}

/** The program as it stands in the sources: the build copies it. */
const program = new URL('../../../tools/verify-trail.mjs', import.meta.url).href

/** The program that checks an exported trail. */
function Verifier() {
  const { t } = useTranslation('trail')
  return (
    // On a phone its text begins where the column does.
    <Button asChild variant="ghost" ms={{ base: '-4', md: '0' }}>
      <a href={program} download="verify-trail.mjs" title={t('programHint')}>
        <DownloadIcon />
        {t('program')}
      </a>
    </Button>
  )
}

/** Saves the whole trail, the file that `verify-trail.mjs` checks. */
function ExportTrail() {
  const { t } = useTranslation('trail')
  const { busy, download } = useDownload()
  return (
    <Button
      variant="outline"
      data-tour="trail"
      loading={busy}
      onClick={() => download(() => api('exportTrail'), `${t('exportName')}.jsonl`)}
    >
      <FileIcon />
      {t('export')}
    </Button>
  )
}
