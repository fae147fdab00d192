import { Flex, Stack } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { ChoiceButton } from '#client/ui/ChoiceButton.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { roundOfEnvelope } from '#domain/ending/record.ts'
import { isTableWithheld } from '#domain/evaluation/overview-later.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants } from '#domain/submission/bids.ts'
import { figureText } from '#domain/submission/figures.ts'
import { type PricedItem, type PriceSheet, priceSheets } from '#domain/tender/price-sheets.ts'
import { EnvelopeSwitch } from './EnvelopeSwitch.tsx'
import { MakeSheet } from './MakeSheet.tsx'

/** The sheets of the bill of quantities with the bidders' unit prices, once they are announced (ANN-16). */
export function SheetsPanel() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const role = useRole()
  const own = useOwnBidder()?.code ?? null
  const state = useSession((snapshot) => snapshot.state)
  const [chosen, setChosen] = useState<EnvelopeNumber | null>(null)
  const [sheetId, setSheetId] = useState(1)
  const envelope = chosen ?? state.stage.number
  const round = useMemo(() => roundOfEnvelope(state, envelope), [state, envelope])
  const sheets = useMemo(() => priceSheets(state.tender, envelope), [state.tender, envelope])
  const sheet = sheets.find(({ id }) => id === sheetId) ?? sheets[0]
  const bidders = useMemo(() => (round ? ownFirst(participants(round), own) : []), [round, own])
  const language = useNameLanguage()
  const columns = usePriceColumns(bidders)
  const isLater = isTableWithheld(state, role, envelope, useVariant().laterSteps)
  return (
    <Panel
      title={t('ending.tabs.sheets')}
      actions={
        <>
          {state.tender?.envelopes === 2 && (
            <EnvelopeSwitch shown={envelope} state={state} onShow={setChosen} />
          )}
          {sheets.length > 0 && <MakeSheet kind="unit-prices" envelope={envelope} />}
        </>
      }
    >
      {isLater ? (
        <Notice tone="info">{say({ code: 'overview-later' })}</Notice>
      ) : (
        <Stack gap="3">
          {sheets.length > 1 && <SheetSwitch sheets={sheets} shown={sheet?.id ?? 1} onShow={setSheetId} />}
          <DataTable
            caption={sheet?.name ?? t('ending.tabs.sheets')}
            columns={columns}
            rows={sheet?.items ?? []}
            rowKey={({ key }) => key}
            searchText={({ title }) => title[language]}
            maxHeight="60vh"
            empty={t('ending.sheets.none')}
          />
        </Stack>
      )}
    </Panel>
  )
}

interface SheetSwitchProps {
  readonly sheets: readonly PriceSheet[]
  readonly shown: number
  readonly onShow: (id: number) => void
}

function SheetSwitch({ sheets, shown, onShow }: SheetSwitchProps) {
  const { t } = useTranslation('steps')
  return (
    <Flex gap="2" wrap="wrap" role="group" aria-label={t('ending.sheets.choose')}>
      {sheets.map(({ id, name }) => (
        <ChoiceButton key={id} isChosen={id === shown} onClick={() => onShow(id)}>
          {name}
        </ChoiceButton>
      ))}
    </Flex>
  )
}

/** The viewer's own prices stand beside the items. */
function ownFirst(bidders: readonly BidderState[], own: string | null): BidderState[] {
  return [...bidders.filter(({ code }) => code === own), ...bidders.filter(({ code }) => code !== own)]
}

function usePriceColumns(bidders: readonly BidderState[]): DataColumn<PricedItem>[] {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  return useMemo(
    () => [
      {
        key: 'item',
        header: t('ending.sheets.item'),
        isRowHeader: true,
        leastWidth: '12rem',
        cell: ({ title }) => title[language],
      },
      {
        key: 'measure',
        header: t('ending.sheets.measure'),
        cell: ({ item }) => item.measure || t('common.none'),
      },
      {
        key: 'quantity',
        header: t('ending.sheets.quantity'),
        align: 'end',
        cell: ({ item }) => figureText('money', item.quantity),
      },
      ...bidders.map(
        ({ code, name, figures }): DataColumn<PricedItem> => ({
          key: `price.${code}`,
          header: name,
          align: 'end',
          leastWidth: '9rem',
          cell: ({ key }) => {
            if (figures === null) return t('ending.sheets.hidden')
            return figures[key] === undefined ? t('common.none') : figureText('money', figures[key])
          },
        }),
      ),
    ],
    [t, language, bidders],
  )
}
