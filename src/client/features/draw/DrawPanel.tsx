import { Box, Button, type ButtonProps, Flex, NativeSelect, Spinner, Stack, Text } from '@chakra-ui/react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawNames } from '#client/session/use-draw-names.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { ActsAllowed } from '#client/ui/acts-allowed.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { type DrawState, drawsOf } from '#domain/draw/draw-state.ts'
import { type DrawKind, drawKindNames } from '#domain/draw/kinds.ts'
import { neededDraws } from '#domain/draw/needed.ts'
import { permissions } from '#domain/session/permissions.ts'
import { DrawDialog } from './DrawDialog.tsx'
import { DrawForm } from './DrawForm.tsx'

/** The draws of step 1, required and finished. The opener also sees the buttons to draw (DRW-10, DRW-19). */
export function DrawPanel() {
  const { t } = useTranslation('draw')
  const rows = useRows()
  const mayDraw = useMayDraw()
  const [form, setForm] = useState<DrawKind | null>(null)
  const [declaring, setDeclaring] = useState<DrawKind | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  if (rows.length === 0 && !mayDraw) return null
  return (
    <Panel title={t('title')}>
      <Stack gap="3">
        {rows.length === 0 && <Text color="fg.muted">{t('noneNeeded')}</Text>}
        <Stack as="ul" gap="0" listStyleType="none">
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              row={row}
              mayDraw={mayDraw}
              declaring={declaring}
              onDraw={() => setForm(row.kind)}
              onShow={() => setShown(row.draw?.id ?? null)}
            />
          ))}
        </Stack>
        {mayDraw && (
          <OtherDraws taken={rows.map(({ kind }) => kind)} declaring={declaring} onDraw={setForm} />
        )}
        {mayDraw && <Declaring kind={declaring} />}
      </Stack>
      {form && <DrawForm key={form} kind={form} onDeclaring={setDeclaring} onClose={() => setForm(null)} />}
      {shown && <DrawDialog drawId={shown} onClose={() => setShown(null)} />}
    </Panel>
  )
}

interface DrawRow {
  readonly kind: DrawKind
  readonly draw: DrawState | null
}

/** A row keeps its key when its draw is declared, so that the focus returns to its button. */
function keyOf({ kind, draw }: DrawRow): string {
  return kind === 'random-index' ? (draw?.id ?? kind) : kind
}

/** Required draws in their order, whether drawn or missing, then all other draws except void ones. */
function useRows(): DrawRow[] {
  const tender = useSession(({ state }) => state.tender)
  const draws = useSession(({ state }) => drawsOf(state))
  const standing = draws.filter(({ phase }) => phase !== 'void')
  const needed = tender ? neededDraws(tender).map(({ kind }) => kind) : []
  const required = needed.map((kind) => ({ kind, draw: standing.find((draw) => draw.kind === kind) ?? null }))
  const others = standing.filter((draw) => required.every((row) => row.draw !== draw))
  return [...required, ...others.map((draw) => ({ kind: draw.kind, draw }))]
}

function useMayDraw(): boolean {
  const role = useRole()
  const status = useSession(({ state }) => state.status)
  const { roles, statuses } = permissions.DeclareDraw
  return role !== null && roles.includes(role) && statuses.includes(status)
}

interface RowProps {
  readonly row: DrawRow
  readonly mayDraw: boolean
  readonly declaring: DrawKind | null
  readonly onDraw: () => void
  readonly onShow: () => void
}

function Row({ row: { kind, draw }, mayDraw, declaring, onDraw, onShow }: RowProps) {
  const { t } = useTranslation('draw')
  const { kindName, drawName, resultText } = useDrawNames()
  const name = draw ? drawName(draw) : kindName(kind)
  const decided = draw?.phase === 'decided'
  return (
    <Flex as="li" align="center" gap="3" wrap="wrap" py="2" borderBottomWidth="1px">
      <Box flex="1 1 6rem" minW="0">
        <Text fontWeight="medium">{name}</Text>
        {draw && (
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {t('drawnBy', { name: [...new Set(draw.parts.map(({ drawer }) => drawer))].join(t('comma')) })}
          </Text>
        )}
      </Box>
      {decided ? (
        <Text fontWeight="semibold" textStyle="lg">
          {resultText(draw)}
        </Text>
      ) : (
        <StatusBadge tone={draw ? 'info' : 'warning'}>{t(draw ? 'underWay' : 'toDraw')}</StatusBadge>
      )}
      {/* The same button in both cases, so that the focus returns to it when the draw's dialog closes. */}
      {(draw || mayDraw) && (
        <PausableButton
          paused={!draw && declaring !== null}
          onPress={draw ? onShow : onDraw}
          variant="outline"
          aria-label={t(draw ? 'viewOf' : 'drawOf', { what: name })}
        >
          {t(draw ? 'view' : 'draw')}
        </PausableButton>
      )}
    </Flex>
  )
}

interface PausableButtonProps extends ButtonProps {
  /** Inactive for now, but keeps the focus, unlike a disabled button. */
  readonly paused: boolean
  readonly onPress: () => void
}

function PausableButton({ paused: waits, onPress, ...rest }: PausableButtonProps) {
  const paused = !useContext(ActsAllowed) || waits
  return (
    <Button
      size="sm"
      aria-disabled={paused || undefined}
      onClick={() => {
        if (!paused) onPress()
      }}
      {...rest}
    />
  )
}

/** Says that a draw is being sent to the server and is not in the log yet. */
function Declaring({ kind }: { kind: DrawKind | null }) {
  const { t } = useTranslation('draw')
  const { kindName } = useDrawNames()
  return (
    <Flex role="status" align="center" gap="2">
      {kind && (
        <>
          <Spinner size="sm" />
          {t('declaring', { what: kindName(kind) })}
        </>
      )}
    </Flex>
  )
}

interface OtherDrawsProps {
  readonly taken: readonly DrawKind[]
  readonly declaring: DrawKind | null
  readonly onDraw: (kind: DrawKind) => void
}

/** Starts draws that the tender document requires beyond those of the published tender. */
function OtherDraws({ taken, declaring, onDraw }: OtherDrawsProps) {
  const { t } = useTranslation('draw')
  const { kindName } = useDrawNames()
  const open = drawKindNames.filter((kind) => kind === 'random-index' || !taken.includes(kind))
  const [chosen, setChosen] = useState<DrawKind>('f-value')
  const kind = open.includes(chosen) ? chosen : (open[0] ?? 'random-index')
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <NativeSelect.Root size="sm" w="auto" flex="0 1 16rem" minW="0">
        <NativeSelect.Field
          aria-label={t('other')}
          value={kind}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as DrawKind)}
        >
          {open.map((name) => (
            <option key={name} value={name}>
              {kindName(name)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <PausableButton variant="outline" paused={declaring !== null} onPress={() => onDraw(kind)}>
        {t('drawOther')}
      </PausableButton>
    </Flex>
  )
}
