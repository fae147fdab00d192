import { Box, Button, Flex, IconButton, Input, NativeSelect, Spinner, Text } from '@chakra-ui/react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportEntries } from '#client/session/ExportEntries.tsx'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useEarlier, useKeptEntries, useServerNow, useSession } from '#client/store/session-provider.tsx'
import { useWholeLogReading, type WholeLogReading } from '#client/store/use-whole-log-reading.ts'
import { DownloadIcon, FilterIcon } from '#client/ui/icons.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { type Role, roles } from '#domain/session/actor.ts'
import type { ProgressKind } from '#protocol/messages/progress/row.ts'
import { createFolding } from './fold-lines.ts'
import { LogList } from './LogList.tsx'
import { LogHead, LogRow, logRowStyles } from './LogRow.tsx'
import { bidderOf, isEmptyFilter, noFilter } from './log-lines.ts'
import { useExport } from './use-export.ts'
import { type FilteredLog, useFilteredLog } from './use-filtered-log.ts'

interface LogViewProps {
  /** Shows number, kind and hash of every line, too. */
  readonly detailed?: boolean
  readonly maxHeight: string | { readonly base: string; readonly lg: string }
  /** Before the tools, where it is not `detailed`, and after them. */
  readonly head?: ReactNode
  readonly more?: ReactNode
}

/** The progress log with filter, search, earlier entries and export. */
export function LogView({ detailed = false, maxHeight, head, more }: LogViewProps) {
  const look = useFilteredLog()
  const past = useWholeLogReading()
  const format = useTimeFormat()
  const today = format.minute(useServerNow(60_000)).slice(0, 10)
  const { log, shown, sentenceOf, authorOf, filter } = look
  const own = useOwnBidder()?.code ?? null
  const [fold] = useState(createFolding)
  const [isAway, setAway] = useState(false)
  const [hasReadBack, setReadBack] = useState(false)
  // Whoever has scrolled back to the newest has done with what they read back.
  useEffect(() => (isAway ? () => setReadBack(false) : undefined), [isAway])
  // What somebody has read back, found or scrolled to stays.
  useKeptEntries(isAway || hasReadBack || !isEmptyFilter(filter))
  return (
    <Flex direction="column" flex="1" minH="0" minW="0" css={logRowStyles}>
      {detailed ? (
        <Tools look={look} past={past} size="sm" />
      ) : (
        <NarrowTools look={look} past={past} size="xs" head={head} more={more} />
      )}
      {/* The key scrolls back to the top when the filter changes. */}
      <LogList
        key={`${filter.kind} ${filter.role} ${filter.text}`}
        lines={shown}
        // Who searches, or looks at details, sees each line.
        fold={detailed || !isEmptyFilter(filter) ? undefined : fold}
        maxHeight={maxHeight}
        head={detailed && <LogHead />}
        end={<End look={look} />}
        onAway={setAway}
        row={(line) => (
          <LogRow
            line={line}
            sentenceOf={sentenceOf}
            sought={filter.text.trim()}
            author={authorOf(line)}
            isOwn={own !== null && bidderOf(line) === own}
            format={format}
            today={today}
            detailed={detailed}
          />
        )}
      />
      <Foot hidden={log.hidden} past={past} onRead={() => setReadBack(true)} />
    </Flex>
  )
}

const kindsInOrder: readonly ProgressKind[] = [
  'step',
  'deadline',
  'bidder',
  'objection',
  'message',
  'people',
  'unknown',
]

/** In this order; the platform and the system last. */
const rolesInOrder = roles.toSorted((a, b) => Number(byMachine(a)) - Number(byMachine(b)))

function byMachine(role: Role): boolean {
  return role === 'platform' || role === 'system'
}

interface ToolsProps {
  readonly look: FilteredLog
  readonly past: WholeLogReading
  readonly size: 'xs' | 'sm'
}

/** Filters and export side by side, on the log's own screen. */
function Tools(tools: ToolsProps) {
  return (
    <Flex px="3" pb="2" gap="1.5" align="center" wrap="wrap" borderBottomWidth="1px">
      <Filters {...tools} />
      <Exports {...tools} />
    </Flex>
  )
}

/** Filters behind one icon, beside the log's title and exports, in its column. */
function NarrowTools({ head, more, ...tools }: ToolsProps & Pick<LogViewProps, 'head' | 'more'>) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const id = useId()
  const isSet = !isEmptyFilter(tools.look.filter)
  return (
    <Box px="3" pb="2" borderBottomWidth="1px">
      <Flex gap="1.5" align="center">
        {head}
        <Box flex="1" />
        <IconButton
          size={tools.size}
          variant={isSet ? 'solid' : 'outline'}
          aria-label={t(isSet ? 'logFiltersSet' : 'logFilters')}
          title={t(isSet ? 'logFiltersSet' : 'logFilters')}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <FilterIcon />
        </IconButton>
        <Exports {...tools} />
        {more}
      </Flex>
      {open && (
        <Flex id={id} gap="1.5" pt="2" wrap="wrap">
          <Filters {...tools} />
        </Flex>
      )}
    </Box>
  )
}

/** Filters by kind and by role, with the numbers of lines loaded, and the search. */
function Filters({ look, size }: ToolsProps) {
  const { t } = useTranslation('shell')
  const { log, filter, setFilter } = look
  const isWhole = useEarlier().earlier === 'none'
  const kinds = kindsInOrder.filter((kind) => kind === filter.kind || log.counts[kind])
  const acting = rolesInOrder.filter((role) => role === filter.role || log.roles[role])
  return (
    <>
      <NativeSelect.Root size={size} w="auto" flex="1 1 8rem" maxW="14rem">
        <NativeSelect.Field
          aria-label={t('logKind')}
          value={filter.kind ?? ''}
          onChange={({ currentTarget }) =>
            setFilter({ ...filter, kind: (currentTarget.value || null) as ProgressKind | null })
          }
        >
          <option value="">
            {t(isWhole ? 'logKindAll' : 'logKindAllLoaded', { count: log.lines.length })}
          </option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t('logKindCount', { kind: t(`kind_${kind}`), count: log.counts[kind] ?? 0 })}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <NativeSelect.Root size={size} w="auto" flex="1 1 8rem" maxW="14rem">
        <NativeSelect.Field
          aria-label={t('logRole')}
          value={filter.role ?? ''}
          onChange={({ currentTarget }) => setFilter({ ...filter, role: currentTarget.value || null })}
        >
          <option value="">{t(isWhole ? 'logRoleAll' : 'logRoleAllLoaded')}</option>
          {acting.map((role) => (
            <option key={role} value={role}>
              {t('logKindCount', { kind: t(`role_${role}`), count: log.roles[role] ?? 0 })}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <Input
        size={size}
        type="search"
        flex="1 1 12rem"
        maxW="24rem"
        minW="0"
        aria-label={t('logSearch')}
        placeholder={t('logSearch')}
        value={filter.text}
        onChange={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
      />
    </>
  )
}

/** The lines as a table, and the whole log. */
function Exports({ look, past, size }: ToolsProps) {
  const { t } = useTranslation('shell')
  const exporting = useExport(look, past)
  const { earlier } = useEarlier()
  return (
    <>
      <IconButton
        size={size}
        variant="outline"
        aria-label={t('logExport')}
        title={t('logExport')}
        onClick={exporting.start}
        loading={exporting.waiting}
        disabled={look.shown.length === 0 && earlier === 'none'}
      >
        <DownloadIcon />
      </IconButton>
      <ExportEntries compact={size} />
    </>
  )
}

/** Shown when there are no lines. */
function End({ look }: { look: FilteredLog }) {
  const { t } = useTranslation('shell')
  const { log, shown, setFilter } = look
  const { earlier } = useEarlier()
  const waiting = useSession(({ entries, earlier, connection }) => {
    return entries.length === 0 && (earlier !== 'none' || connection.status === 'catching-up')
  })
  return (
    <Box role="status">
      {shown.length === 0 && (
        <Flex direction="column" align="flex-start" gap="2" px="3" py="4" color="fg.muted">
          {log.lines.length > 0
            ? t(earlier === 'none' ? 'logNoMatch' : 'logNoMatchLoaded')
            : t(waiting ? 'logLoading' : 'logEmpty')}
          {log.lines.length > 0 && (
            <Button size="xs" variant="outline" onClick={() => setFilter(noFilter)}>
              {t('logShowAll')}
            </Button>
          )}
        </Flex>
      )}
    </Box>
  )
}

interface EarlierProps {
  readonly past: WholeLogReading
  readonly onRead: () => void
}

/** The numbers of loaded entries that are hidden from the viewer, and of those that are not loaded. */
function Foot({ hidden, ...earlierProps }: EarlierProps & { readonly hidden: number }) {
  const { t } = useTranslation('shell')
  const { earlier } = useEarlier()
  if (hidden === 0 && earlier === 'none') return null
  return (
    <Box px="3" py="2" textStyle="xs" color="fg.muted" borderTopWidth="1px">
      {hidden > 0 && (
        <Text>{t(earlier === 'none' ? 'logHidden' : 'logHiddenLoaded', { count: hidden })}</Text>
      )}
      <Earlier {...earlierProps} />
    </Box>
  )
}

/** Reads one more page of earlier entries, or all of them page by page. */
function Earlier({ past, onRead }: EarlierProps) {
  const { t } = useTranslation('shell')
  const { from, earlier, loadEarlier } = useEarlier()
  if (earlier === 'none') return null
  const reading = earlier === 'loading' || past.reading
  const reads = (read: () => void) => () => {
    onRead()
    read()
  }
  const text = reading ? 'loading' : earlier
  return (
    <Flex align="center" gap="1.5" wrap="wrap" role="status">
      {reading && <Spinner size="xs" />}
      {t(`logEarlier_${text}`, { count: from - 1 })}
      {(text === 'more' || text === 'failed') && (
        <>
          <Button size="2xs" variant="outline" onClick={reads(loadEarlier)}>
            {t('logEarlierRead')}
          </Button>
          <Button size="2xs" variant="outline" onClick={reads(past.read)}>
            {t('logEarlierAll')}
          </Button>
        </>
      )}
      {past.reading && (
        <Button size="2xs" variant="outline" onClick={past.stop}>
          {t('logEarlierStop')}
        </Button>
      )}
    </Flex>
  )
}
