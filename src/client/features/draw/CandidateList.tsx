import { Box, chakra, Flex } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { DrawPart } from '#domain/draw/draw-state.ts'
import { drawnText, parameterNames } from '#protocol/messages/draw-texts.ts'

interface CandidateListProps {
  readonly part: DrawPart
  readonly index: number | null
  readonly titled: boolean
}

/** The stored candidates (indexList, DRW-12), each with its index; the drawn one is marked. */
export function CandidateList({ part, index, titled }: CandidateListProps) {
  const { t } = useTranslation('draw')
  const { candidates, parameter, range } = part
  const title = t('candidates', { count: candidates.length })
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" textStyle="sm" fontWeight="medium" py={{ base: '3', md: '1' }}>
        {titled ? t('indexed', { index: parameterNames[parameter], value: title }) : title}
        {range && t('rangeSaid', { ...range })}
      </chakra.summary>
      <Box
        maxH="12rem"
        overflowY="auto"
        borderWidth="1px"
        rounded="md"
        p="2"
        mt="1"
        tabIndex={0}
        role="region"
        aria-label={title}
      >
        <Flex as="ol" wrap="wrap" gap="1.5" listStyleType="none">
          {candidates.map((candidate, i) => (
            <Box
              as="li"
              key={candidate}
              aria-current={i === index ? 'true' : undefined}
              px="2"
              py="0.5"
              rounded="sm"
              textStyle="sm"
              bg={i === index ? 'seal.solid' : 'bg.subtle'}
              color={i === index ? 'seal.contrast' : 'fg'}
            >
              {t('indexed', { index: i, value: drawnText(parameter, candidate) })}
            </Box>
          ))}
        </Flex>
      </Box>
    </chakra.details>
  )
}
