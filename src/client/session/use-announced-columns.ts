import { useMemo } from 'react'
import { useVariant } from '#client/store/variant.tsx'
import { announcedColumns } from '#domain/announcement/price-columns.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Column, Tender } from '#domain/tender/tender.ts'

/** The columns of the announcement's table in this region (ANN-15). */
export function useAnnouncedColumns(tender: Tender | null, envelope: EnvelopeNumber): readonly Column[] {
  const { priceColumns } = useVariant().laterSteps
  return useMemo(
    () => (tender ? announcedColumns(tender, envelope, priceColumns) : []),
    [tender, envelope, priceColumns],
  )
}
