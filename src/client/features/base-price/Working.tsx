import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { WorkingStep } from '#domain/base-price/working.ts'
import { stepFacts, stepFormula, workingStepTexts } from '#protocol/messages/base-price-texts.ts'

/** The working of the base price step by step, with the drawn parameters (BAS-4). */
export function Working({ steps }: { steps: readonly WorkingStep[] }) {
  const { t, i18n } = useTranslation('base-price')
  const isEnglish = i18n.language === 'en'
  return (
    <Box as="section" aria-label={t('working')}>
      <Heading as="h3" size="sm" mb="2">
        {t('working')}
      </Heading>
      <chakra.ol ps="6" listStyleType="decimal" display="grid" gap="2">
        {steps.map((step, i) => {
          const facts = stepFacts(step, isEnglish ? 'en' : 'zh-CN')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one working keep their places
            <li key={i}>
              <Text>{workingStepTexts[step.label][isEnglish ? 1 : 0]}</Text>
              <Text fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
                {stepFormula(step)}
              </Text>
              {facts.length > 0 && (
                <Text color="fg.muted" textStyle="sm">
                  {facts.join(isEnglish ? ', ' : '，')}
                </Text>
              )}
            </li>
          )
        })}
      </chakra.ol>
      <Text mt="3" color="fg.muted" textStyle="sm">
        {t('rounding')}
      </Text>
    </Box>
  )
}
