import { Button, Flex, NativeSelect, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { ServerPaging } from './data-table.ts'

interface TablePagerProps {
  readonly paging: ServerPaging
  readonly pageSizes: readonly number[]
}

/** Row count, page size and page buttons; nothing where all rows fit the smallest page. */
export function TablePager({ paging, pageSizes }: TablePagerProps) {
  const { t } = useTranslation()
  const { page, pageSize, total, more = false, onChange } = paging
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (page === 1 && !more && total <= Math.min(pageSize, ...pageSizes)) return null
  return (
    <Flex align="center" gap="3" wrap="wrap" mt="3" textStyle="sm" data-no-print>
      <Text color="fg.muted">{t(more ? 'tableRowsMore' : 'tableRows', { total })}</Text>
      {pageSizes.length > 1 && (
        <NativeSelect.Root size="sm" width="auto">
          <NativeSelect.Field
            aria-label={t('tablePageSize')}
            value={pageSize}
            onChange={(event) => onChange(1, Number(event.currentTarget.value))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
      <Flex align="center" gap="2" ms="auto">
        <Button size="sm" variant="outline" disabled={page <= 1} onClick={() => onChange(page - 1, pageSize)}>
          {t('tablePrevious')}
        </Button>
        <Text aria-live="polite" whiteSpace="nowrap">
          {t('tablePage', { page, pages })}
        </Text>
        <Button
          size="sm"
          variant="outline"
          disabled={page >= pages && !more}
          onClick={() => onChange(page + 1, pageSize)}
        >
          {t('tableNext')}
        </Button>
      </Flex>
    </Flex>
  )
}
