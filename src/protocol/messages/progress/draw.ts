import type { DrawState } from '#domain/draw/draw-state.ts'
import type { EventShapes } from '#domain/session/event.ts'
import type { Sentence } from '../codes.ts'
import { drawKindTexts, drawnText } from '../draw-texts.ts'
import type { DrawOf, NameOf, ProgressRows } from './row.ts'

export const drawProgress = {
  DrawDeclared: {
    kind: 'step',
    sentence({ payload }) {
      const { parts, attempt } = payload
      const [zh, en] = subjectOf(payload)
      const drawers = [...new Set(parts.map(({ drawer }) => drawer))]
      const again: Sentence = attempt === 1 ? ['', ''] : [`第${attempt}次`, `, attempt ${attempt}`]
      return [
        `${again[0]}抽取${zh}，抽取人：${drawers.join('、')}`,
        `Draw of the ${en}${again[1]}; drawn by ${drawers.join(', ')}`,
      ]
    },
  },
  DrawJoined: {
    kind: 'people',
    sentence({ role, payload }, { nameOf }) {
      const [zh, en] = contributor(role, payload.bidderCode, nameOf)
      return [`${zh}已提交随机数承诺`, `${en} committed to a random value`]
    },
  },
  DrawJoiningClosed: {
    kind: 'step',
    sentence({ payload: { contributors } }) {
      const { length } = contributors
      return [`抽取已停止，${length}方共同公开随机数`, `The wheel was stopped; ${length} reveal their values`]
    },
  },
  DrawRevealed: {
    kind: 'people',
    sentence({ role, payload }, { nameOf }) {
      const [zh, en] = contributor(role, payload.bidderCode, nameOf)
      return [`${zh}已公开随机数`, `${en} revealed the value`]
    },
  },
  DrawDecided: {
    kind: 'step',
    sentence: ({ payload }, { drawOf }) => resultSentence(payload.results, drawOf(payload.drawId)),
  },
  DrawVoided: {
    kind: 'step',
    sentence: ({ payload, private: { who } }, { nameOf }) =>
      payload.cause === 'nobody'
        ? [
            '无人参与，本次抽取无效，请重新抽取',
            'Nobody contributed; the draw is void and has to be declared again',
          ]
        : withheldSentence(payload.withheld.length, who ?? [], nameOf),
  },
} as const satisfies ProgressRows

/** What is drawn: the kind of the draw, and for a random index its subject. */
function subjectOf({ kind, subject }: Pick<DrawState, 'kind' | 'subject'>): Sentence {
  const [zh, en] = drawKindTexts[kind]
  return subject === '' ? [zh, en] : [`${zh}（${subject}）`, `${en} (${subject})`]
}

/** The event has the values in the order of the draw's parts; only the draw names their parameters. */
function resultSentence(results: readonly { readonly value: string }[], draw: ReturnType<DrawOf>): Sentence {
  const values = results.map(({ value }, i) => {
    const part = draw?.parts[i]
    return part ? drawnText(part.parameter, value) : value
  })
  const [zh, en] = draw ? subjectOf(draw) : ['', '']
  return [
    `${zh}抽取结果：${values.join('、')}`,
    en === '' ? `Drawn: ${values.join(', ')}` : `Draw of ${en}: ${values.join(', ')}`,
  ]
}

function contributor(role: string, bidderCode: string | null, nameOf: NameOf): Sentence {
  if (bidderCode !== null) return [nameOf(bidderCode), nameOf(bidderCode)]
  return role === 'supervisor' ? ['监督人', 'The supervisor'] : ['开标人', 'The opener']
}

/** Names who did not reveal where the viewer may know it, else says how many they were. */
function withheldSentence(
  count: number,
  who: EventShapes['DrawVoided']['private']['who'],
  nameOf: NameOf,
): Sentence {
  const named = who.map(({ role, bidderCode }) => contributor(role, bidderCode, nameOf))
  const zh = named.length > 0 ? named.map(([name]) => name).join('、') : `${count}方`
  const en = named.length > 0 ? named.map(([, name]) => name).join(', ') : `${count} of them`
  return [
    `${zh}未按时公开随机数，本次抽取无效，重新抽取`,
    `${en} did not reveal in time; the draw is void and repeated`,
  ]
}
