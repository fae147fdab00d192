import { Box, Progress as ChakraProgress } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

interface ProgressProps {
  readonly label: string
  readonly done: number
  readonly total: number
  /** Shown instead of the counts. */
  readonly says?: string
}

/** A progress bar with counts: 37 / 120. */
export function Progress({ label, done, total, says }: ProgressProps) {
  const { t } = useTranslation()
  const count = says ?? t('progressCount', { done, total })
  return (
    <ChakraProgress.Root
      value={total === 0 ? 0 : Math.min(done, total)}
      max={Math.max(total, 1)}
      colorPalette={done >= total && total > 0 ? 'done' : 'info'}
      translations={{ value: () => count }}
      w="full"
    >
      <Box display="flex" justifyContent="space-between" gap="3" mb="1.5" textStyle="sm">
        <ChakraProgress.Label fontWeight="medium">{label}</ChakraProgress.Label>
        <Box as="span" color="fg.muted">
          {count}
        </Box>
      </Box>
      <ChakraProgress.Track rounded="full">
        <ChakraProgress.Range />
      </ChakraProgress.Track>
    </ChakraProgress.Root>
  )
}
