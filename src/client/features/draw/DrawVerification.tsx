import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportEntries } from '#client/session/ExportEntries.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import type { DrawState } from '#domain/draw/draw-state.ts'
import { drawProblem } from '#domain/draw/verify.ts'

/** The program as it stands in the sources: the build copies it. */
const program = new URL('../../../tools/verify-draw.mjs', import.meta.url).href

/** The result recomputed in this browser from the log, and how others can verify it. */
export function DrawVerification({ draw }: { draw: DrawState }) {
  const { t } = useTranslation('draw')
  const problem = useMemo(() => drawProblem(draw), [draw])
  return (
    <Box>
      {problem === null ? (
        <Notice tone="done">{t('proven')}</Notice>
      ) : (
        <Notice tone="error" title={t('notProven')}>
          {t(`problem_${problem}`)}
        </Notice>
      )}
      <chakra.details mt="2">
        <chakra.summary cursor="pointer" textStyle="sm" fontWeight="medium" py="1">
          {t('howToVerify')}
        </chakra.summary>
        <Text textStyle="sm" color="fg.muted" mt="1">
          {t('verifyHint')}
        </Text>
        <Box mt="2">
          <DescriptionList
            items={[
              { label: t('declaredHash'), value: draw.declaredHash, mono: true },
              { label: t('seed'), value: draw.outcome?.seed ?? '', mono: true },
              { label: t('rule'), value: draw.rule, mono: true },
            ]}
          />
        </Box>
        <Flex mt="2" gap="2" wrap="wrap">
          <ExportEntries />
          <Button asChild size="sm" variant="outline">
            <a href={program} download="verify-draw.mjs">
              <DownloadIcon />
              {t('program')}
            </a>
          </Button>
        </Flex>
      </chakra.details>
    </Box>
  )
}
