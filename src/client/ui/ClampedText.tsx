import { Box, chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useElement } from './use-element.ts'

/** Two lines of the narrowest column hold so many characters. */
const surelyFits = 16

/** A text in two lines, and the rest of it on request; in print the whole text. */
export function ClampedText({ text }: { text: string }) {
  // Measuring a text takes longer than drawing it.
  return text.length <= surelyFits ? <span>{text}</span> : <Clamped text={text} />
}

function Clamped({ text }: { text: string }) {
  const { t } = useTranslation()
  const [element, ref] = useElement()
  const [open, setOpen] = useState(false)
  const cut = useIsCut(element, open)
  return (
    <Box>
      <Box
        ref={ref}
        lineClamp={open ? undefined : 2}
        overflowWrap="anywhere"
        _print={{ display: 'block', overflow: 'visible' }}
      >
        {text}
      </Box>
      {(cut || open) && (
        <chakra.button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          color="fg.info"
          textStyle="xs"
          textDecoration="underline"
          cursor="pointer"
          minH={{ base: '11', md: '6' }}
          data-no-print
        >
          {t(open ? 'less' : 'more')}
        </chakra.button>
      )}
    </Box>
  )
}

/** Whether lines are left out at the element's present width. */
function useIsCut(element: HTMLElement | null, open: boolean): boolean {
  const [cut, setCut] = useState(false)
  useEffect(() => {
    if (!element || open) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, open])
  return cut
}
