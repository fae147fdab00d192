import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { FilePicker } from '#client/ui/FilePicker.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { figureText } from '#domain/submission/figures.ts'
import { sheetsOf, sheetTotal } from '#domain/tender/price-sheets.ts'
import type { Column } from '#domain/tender/tender.ts'
import { priceFileOf, readPrices } from './price-file.ts'

interface PriceSheetsProps {
  readonly items: readonly Column[]
  readonly typed: Readonly<Record<string, string>>
  /** All prices of the file that was read; items that it leaves out are empty. */
  readonly onRead: (prices: Readonly<Record<string, string>>) => void
  readonly sectionCode: string
}

/** The greatest size of a file of prices, in bytes; a line has some hundred characters. */
const largest = 1024 * 1024

/** The bill of quantities: its file is downloaded, filled in, and read; nothing of it leaves the browser unsealed. */
export function PriceSheets({ items, typed, onRead, sectionCode }: PriceSheetsProps) {
  const { t } = useTranslation('sealing')
  const language = useNameLanguage()
  const sheets = useMemo(() => sheetsOf(items), [items])
  const [problem, setProblem] = useState<string | null>(null)
  const priced = Object.fromEntries(Object.entries(typed).filter(([, price]) => price !== ''))
  const count = items.filter(({ key }) => key in priced).length

  function download() {
    const head = (['key', 'sheet', 'item', 'measure', 'quantity', 'price'] as const).map((name) =>
      t(`sheets.head.${name}`),
    )
    const file = priceFileOf(sheets, typed, language, head)
    saveFile(
      new Blob([file], { type: 'text/csv;charset=utf-8' }),
      `${sectionCode}-${t('sheets.fileName')}.csv`,
    )
  }

  async function read([file]: readonly File[]) {
    if (!file) return
    const text = file.size > largest ? null : await file.text().catch(() => null)
    if (text === null) return setProblem(t('sheets.unreadable'))
    const { prices, badLines, missing } = readPrices(text, items)
    if (badLines.length > 0)
      return setProblem(t('sheets.badLines', { lines: badLines.slice(0, 10).join(', ') }))
    const names = missing.slice(0, 5).map(({ title }) => title[language])
    setProblem(
      missing.length > 0 ? t('sheets.missing', { count: missing.length, names: names.join(', ') }) : null,
    )
    onRead(prices)
  }

  return (
    <Panel
      title={t('sheets.title')}
      actions={
        <Button size="sm" variant="outline" onClick={download}>
          <DownloadIcon />
          {t('sheets.download')}
        </Button>
      }
    >
      <Stack gap="3">
        <Notice tone={count > 0 && count === items.length ? 'done' : 'info'}>
          {t('sheets.state', { done: count, total: items.length })}
        </Notice>
        {sheets.map((sheet) => {
          const total = sheetTotal(sheet, priced)
          return (
            <Flex key={sheet.id} justify="space-between" gap="3" wrap="wrap">
              <Text>{sheet.name}</Text>
              <Text fontVariantNumeric="tabular-nums">
                {total === null
                  ? t('sheets.noPrices')
                  : t('sheets.total', { total: figureText('money', total) })}
              </Text>
            </Flex>
          )
        })}
        <Field label={t('sheets.upload')} limit={t('sheets.limit')} error={problem}>
          <FilePicker accept=".csv,text/csv" onFiles={read} />
        </Field>
      </Stack>
    </Panel>
  )
}
