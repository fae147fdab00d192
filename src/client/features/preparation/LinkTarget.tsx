import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { goToTarget, PageTarget } from '#client/session/PageTarget.tsx'
import type { RejectionCode } from '#domain/session/rejection.ts'

type TargetName = 'bidders' | 'files' | 'persons' | 'personnel' | 'draws'

/** A part of the page that the opener's links lead to. */
export function LinkTarget({ name, children }: { name: TargetName; children: ReactNode }) {
  return <PageTarget name={name}>{children}</PageTarget>
}

/** A link to the part where a problem of the entry check is solved; nothing if that is not on this page. */
export function LinkToMissing({ code }: { code: RejectionCode }) {
  const { t } = useTranslation('preparation')
  const name = targetOf(code)
  if (!name) return null
  return (
    <Button
      variant="plain"
      h="auto"
      minW="0"
      px="0"
      ms="2"
      textDecoration="underline"
      verticalAlign="baseline"
      onClick={() => goToTarget(name)}
    >
      {t(`place.${name}`)}
    </Button>
  )
}

function targetOf(code: RejectionCode): TargetName | null {
  if (code.startsWith('draw-')) return 'draws'
  return targets[code] ?? null
}

const targets: Readonly<Partial<Record<RejectionCode, TargetName>>> = {
  'too-few-bidders': 'bidders',
  'technical-file-not-imported': 'files',
  'commercial-file-not-imported': 'files',
  'control-price-file-not-imported': 'files',
  'person-info-missing': 'persons',
  'workers-missing': 'personnel',
}
