import { Button, Center, Spinner } from '@chakra-ui/react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { StatusPage } from '#client/StatusPage.tsx'
import { replaceTexts } from '#client/texts/index.ts'
import { TimeZone } from '#client/ui/time-format.ts'
import type { Variant } from '#variants/schema.ts'
import type { Region } from './given-region.ts'

const RegionContext = createContext<Region | null>(null)

interface VariantProviderProps {
  readonly children: ReactNode
  /** What the page knows already; else it asks the server. */
  readonly given?: Region | null
}

/** Knows the regional variant; nothing is shown before. */
export function VariantProvider({ children, given = null }: VariantProviderProps) {
  const { t, i18n } = useTranslation()
  const [region, setRegion] = useState(() => {
    if (given) replaceTexts(i18n, given.variant.texts)
    return given
  })
  const [failure, setFailure] = useState<{ message: string; code: string } | null>(null)

  const load = useCallback(async () => {
    setFailure(null)
    const [answer, { variantSchema }] = await Promise.all([api('getVariant'), import('#variants/schema.ts')])
    if (!answer.ok) return setFailure(answer.error)
    const parsed = variantSchema.safeParse(answer.value.variant)
    if (!parsed.success) return setFailure({ message: t('errorTitle'), code: 'variant' })
    replaceTexts(i18n, parsed.data.texts)
    const { demo, testAccounts } = answer.value
    setRegion({ variant: parsed.data, demo, testAccounts })
  }, [t, i18n])

  useEffect(() => {
    if (!given) void load()
  }, [given, load])

  if (failure)
    return (
      <StatusPage title={failure.message} meaning={t('errorMeaning')} code={failure.code}>
        <Button variant="outline" onClick={load}>
          {t('retry')}
        </Button>
      </StatusPage>
    )
  if (!region) {
    return (
      <Center minH="100dvh" role="status" aria-label={t('loading')}>
        <Spinner size="lg" />
      </Center>
    )
  }
  return (
    <RegionContext value={region}>
      <TimeZone value={region.variant.timeZone}>{children}</TimeZone>
    </RegionContext>
  )
}

/** The server's regional variant. */
export function useVariant(): Variant {
  return useRegion().variant
}

/** Whether this is a demo server. */
export function useDemo(): boolean {
  return useRegion().demo
}

/** Whether everybody may log in as any account. */
export function useTestAccounts(): boolean {
  return useRegion().testAccounts
}

function useRegion(): Region {
  const region = useContext(RegionContext)
  if (!region) throw new Error('used outside of VariantProvider')
  return region
}
