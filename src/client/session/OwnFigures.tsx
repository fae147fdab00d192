import { useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'
import { useAnnouncedColumns } from './use-announced-columns.ts'

/** What was announced of the viewer's own bid, beside the act that answers to it; nothing for a bid without figures. */
export function OwnFigures({ own: { figures } }: { own: Pick<BidderState, 'figures'> }) {
  const language = useNameLanguage()
  const tender = useSession(({ state }) => state.tender)
  const envelope = useSession(({ state }) => state.stage.number)
  const columns = useAnnouncedColumns(tender, envelope)
  if (figures === null) return null
  return (
    <DescriptionList
      items={columns.map(({ key, title, kind, unit }) => ({
        label: title[language],
        value: `${figureText(kind, figures[key] ?? '')} ${unitIn(language, unit)}`.trimEnd(),
      }))}
    />
  )
}
