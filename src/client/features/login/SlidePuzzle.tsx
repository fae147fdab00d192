import { Box, Button, chakra, Flex, IconButton, Skeleton, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallAnswer } from '#client/net/api.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ArrowIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { useFailureMessage } from '#client/ui/use-message.ts'
import { type TrackPoint, useCaptcha } from './use-captcha.ts'
import { usePuzzlePiece } from './use-puzzle-piece.ts'

interface SlidePuzzleProps {
  /** `token` proves the solution and is valid once. */
  readonly onSolved: (token: string) => Promise<void>
  readonly onCancel: () => void
}

/** The slide puzzle (ACC-2): the piece is moved by pointer or arrow keys, and the server checks its position. */
export function SlidePuzzle({ onSolved, onCancel }: SlidePuzzleProps) {
  const { t } = useTranslation('login')
  const say = useFailureMessage()
  const { state, load, check } = useCaptcha((token) => void onSolved(token))
  if (state.kind === 'failed') {
    return (
      <ErrorState
        title={say(state.failure)}
        meaning={t('puzzleFailed')}
        action=""
        onRetry={() => void load()}
      />
    )
  }
  return (
    <Box as="fieldset" border="0" p="0" m="0" minW="0" maxW="20rem">
      <Flex align="center" justify="space-between" mb="2">
        <Text as="legend" fontWeight="medium" float="left">
          {t('puzzle')}
        </Text>
        <IconButton
          variant="ghost"
          size="sm"
          me="-2.5"
          aria-label={t('puzzleAnother')}
          title={t('puzzleAnother')}
          disabled={state.kind !== 'ready'}
          onClick={() => void load()}
        >
          <RefreshIcon />
        </IconButton>
      </Flex>
      {state.kind === 'loading' ? (
        <Skeleton h="52" />
      ) : (
        <PuzzleBoard
          key={state.captcha.captchaId}
          captcha={state.captcha}
          checking={state.kind === 'checking'}
          onPlaced={(x, track) => void check(state.captcha, x, track)}
        />
      )}
      <Text role="alert" color="fg.error" mt="2" minH="1.5em">
        {state.kind === 'ready' && state.wrong && say(state.wrong)}
      </Text>
      <Button variant="ghost" size="sm" ms="-3.5" onClick={onCancel}>
        {t('puzzleCancel')}
      </Button>
    </Box>
  )
}

interface PuzzleBoardProps {
  readonly captcha: CallAnswer<'getCaptcha'>
  readonly checking: boolean
  readonly onPlaced: (x: number, track: readonly TrackPoint[]) => void
}

const handleWidth = '3rem'

function PuzzleBoard({ captcha, checking, onPlaced }: PuzzleBoardProps) {
  const { t } = useTranslation('login')
  const hint = useId()
  const { width, height, pieceWidth, pieceY } = captcha
  const longest = width - pieceWidth
  const { x, handle } = usePuzzlePiece({ longest, disabled: checking, onPlaced })
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <Box maxW={`${width}px`}>
      <Box position="relative" aspectRatio={width / height} rounded="md" overflow="hidden" userSelect="none">
        <img src={captcha.background} alt={t('puzzlePicture')} width="100%" height="100%" draggable={false} />
        <img
          src={captcha.piece}
          alt=""
          draggable={false}
          style={{
            position: 'absolute',
            left: share(x, width),
            top: share(pieceY, height),
            width: share(pieceWidth, width),
          }}
        />
      </Box>
      <Box position="relative" h="12" mt="2" rounded="md" borderWidth="1px" borderColor="border.emphasized">
        <Text
          id={hint}
          textStyle="sm"
          color="fg.muted"
          position="absolute"
          inset="0"
          ps="14"
          pe="2"
          display="flex"
          alignItems="center"
          lineHeight="1.2"
          opacity={x > 0 ? 0 : 1}
        >
          <span>
            {t('puzzleHint')}
            <chakra.span css={{ '@media (pointer: coarse)': { display: 'none' } }}>
              {t('puzzleKeys')}
            </chakra.span>
          </span>
        </Text>
        <Flex
          {...handle}
          role="slider"
          tabIndex={0}
          aria-label={t('puzzle')}
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={longest}
          aria-valuenow={Math.round(x)}
          aria-valuetext={t('puzzleAt', { x: Math.round(x), longest })}
          aria-disabled={checking}
          position="absolute"
          insetBlock="-1px"
          style={{ left: `calc((100% - ${handleWidth}) * ${x / longest})` }}
          w={handleWidth}
          align="center"
          justify="center"
          rounded="md"
          bg="colorPalette.solid"
          color="colorPalette.contrast"
          cursor={checking ? 'progress' : 'grab'}
          touchAction="none"
        >
          <ArrowIcon />
        </Flex>
      </Box>
    </Box>
  )
}
