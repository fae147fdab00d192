import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, type History, present } from '#test/domain/given.ts'
import { agency, bidder, bidderCode, opener, platform, supervisor } from '#test/domain/sample-actors.ts'
import {
  contributionOf,
  declaration,
  drawId,
  fRange,
  joining,
  reveal,
  secret,
  stop,
} from '#test/draw/draw-commands.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { systemActor } from '../session/actor.ts'
import { nextDue } from '../session/due.ts'
import { event } from '../session/event.ts'
import { drawCommitment, drawIndexes, drawSeed } from './fair-draw.ts'
import { missingDraw } from './needed.ts'

const published: History = [{ event: event('TenderPublished', { tender: tender() }), actor: platform }]

describe('DeclareDraw', () => {
  test('[DRW-12] records candidates, rule, drawer and the server’s commitment, and keeps its value private', () => {
    const parts = [
      { parameter: 'a', drawer: '甲', range: null, candidates: ['0.7', '0.8', '0.9'] },
      { parameter: 'g', drawer: '乙', range: null, candidates: ['3', '4', '5'] },
    ] as const
    const asked = [
      { drawer: ' 甲 ', range: fRange },
      { drawer: '乙', range: null },
    ]
    given(...published)
      .when(declaration({ kind: 'a-g', parts: asked }))
      .then(
        event(
          'DrawDeclared',
          {
            ...{ drawId, attempt: 1, kind: 'a-g', subject: '', parts, rule: 'hmac-sha256/1' },
            serverCommitment: drawCommitment(drawId, 1, secret),
            joinBy: isoTime(present + 60_000),
          },
          { secret },
        ),
      )
  })

  test('refuses a range without an end, without steps, and backwards', () => {
    const declared = (start: string, end: string, interval: string) =>
      given(...published).when(declaration({ parts: [{ drawer: '甲', range: { start, end, interval } }] }))
    declared('', '12', '0.08').thenRejected('draw-values-invalid')
    declared('8', '12', '0').thenRejected('draw-interval-invalid')
    declared('12', '8', '0.08').thenRejected('draw-range-invalid')
  })

  test('[DRW-9] needs a drawer for each parameter', () => {
    given(...published)
      .when(declaration({ parts: [{ drawer: ' ', range: fRange }] }))
      .thenRejected('drawer-missing')
    given(...published)
      .when(declaration({ kind: 'a-g', parts: [{ drawer: '甲', range: null }] }))
      .thenRejected('draw-values-invalid')
  })
})

describe('when a draw may be declared', () => {
  test('[DRW-10] not before the opening time', () => {
    given(...published)
      .when(declaration(), { at: openingTime - 1 })
      .thenRejected('draw-too-early')
  })

  test('[DRW-10] by the opener, before the opening of files has begun', () => {
    for (const as of [bidder(1), supervisor, agency, systemActor]) {
      const session = drawSession()
      expect(session.say(declaration(), as)).toBe('forbidden')
    }
    const started = event('DecryptionStarted', { limitMinutes: 30, deadline: isoTime(present) })
    given(...published, started)
      .when(declaration())
      .thenRejected('wrong-status', { status: 'opening' })
  })

  test('[DRW-11] one draw at a time, each parameter once', () => {
    const session = drawSession()
    expect(session.say(declaration())).toBeNull()
    expect(session.say(declaration({ kind: 'k', drawId: crypto.randomUUID() }))).toBe('draw-running')
    const again = drawSession()
    drawn(again)
    expect(again.say(declaration({ drawId: crypto.randomUUID() }))).toBe('draw-already-decided')
  })

  test('[DRW-11] a random index needs a subject, and is drawn once for each', () => {
    const session = drawSession()
    const parts = [{ drawer: '甲', range: { start: '1', end: '5', interval: '1' } }]
    const index = (subject: string) =>
      declaration({ drawId: crypto.randomUUID(), kind: 'random-index', subject, parts })
    expect(session.say(index(' '))).toBe('draw-subject-missing')
    expect(drawn(session, 1, index('评标方法')).outcome?.results).toHaveLength(1)
    expect(session.say(index('评标方法 '))).toBe('draw-already-decided')
    expect(session.say(index('抽取方案'))).toBeNull()
  })
})

function joinedDraw() {
  const session = drawSession()
  session.say(declaration())
  expect(session.say(joining(session.draw(), contributionOf(1)), bidder(1))).toBeNull()
  return session
}

describe('JoinDraw', () => {
  test('[DRW-13] accepts one commitment from a unit; the same again changes nothing', () => {
    const session = joinedDraw()
    const entries = session.entries.length
    const colleague = { ...bidder(1), id: 'another-account' }
    expect(session.say(joining(session.draw(), contributionOf(1)), colleague)).toBeNull()
    expect(session.entries).toHaveLength(entries)
    expect(session.say(joining(session.draw(), contributionOf(2)), colleague)).toBe('draw-already-joined')
  })

  test('[DRW-13] refuses a commitment that another contributor or the server has given', () => {
    const session = joinedDraw()
    expect(session.say(joining(session.draw(), contributionOf(1)), bidder(2))).toBe('draw-commitment-taken')
    expect(session.say(joining(session.draw(), secret), bidder(2))).toBe('draw-commitment-taken')
  })

  test('[DRW-13] is for opener, supervisor and bidders', () => {
    const session = joinedDraw()
    expect(session.say(joining(session.draw(), contributionOf(3)), supervisor)).toBeNull()
    expect(session.say(joining(session.draw(), contributionOf(4)), agency)).toBe('forbidden')
    expect(session.say(joining(session.draw(), contributionOf(4)), bidder(9))).toBe('not-enrolled')
  })

  test('[DRW-13] is refused after the joining time and after joining is closed', () => {
    const session = joinedDraw()
    session.pass(60_000)
    expect(session.say(joining(session.draw(), contributionOf(2)), bidder(2))).toBe('draw-joining-closed')
    session.tick()
    expect(session.draw().phase).toBe('revealing')
    expect(session.say(joining(session.draw(), contributionOf(2)), bidder(2))).toBe('draw-joining-closed')
  })

  test('[DRW-16] a draw that nobody joined is void and waits for the opener', () => {
    const session = drawSession()
    session.say(declaration())
    session.pass(60_000)
    session.tick()
    expect(session.draw()).toMatchObject({ phase: 'void', voided: [{ cause: 'nobody', withheld: [] }] })
    expect(nextDue(session.state)).toBeNull()
    expect(session.say(declaration({ drawId: crypto.randomUUID() }))).toBeNull()
  })
})

describe('StopDraw', () => {
  test('[DRW-14] closes joining for the opener after three seconds, and only when somebody has joined', () => {
    const session = drawSession()
    session.say(declaration())
    session.pass(3_000)
    expect(session.say(stop(session.draw()))).toBe('draw-still-joining')
    session.say(joining(session.draw(), contributionOf(1)), bidder(1))
    expect(session.say(stop(session.draw()), bidder(1))).toBe('forbidden')
    expect(session.say(stop(session.draw()))).toBeNull()
    expect(session.draw().phase).toBe('revealing')
    expect(session.say(stop(session.draw()))).toBeNull()
    const early = joinedDraw()
    early.pass(2_999)
    expect(early.say(stop(early.draw()))).toBe('draw-still-joining')
  })
})

function revealingDraw() {
  const session = drawSession()
  session.say(declaration())
  for (const n of [1, 2]) session.say(joining(session.draw(), contributionOf(n)), bidder(n))
  session.say(joining(session.draw(), contributionOf(3)), opener)
  session.pass(3_000)
  session.say(stop(session.draw()))
  return session
}

describe('RevealDraw', () => {
  test('is refused before joining is closed', () => {
    const session = joinedDraw()
    expect(session.say(reveal(session.draw(), contributionOf(1)), bidder(1))).toBe('draw-still-joining')
  })

  test('[DRW-15] decides by seed and rule when all have revealed, and publishes the server’s value', () => {
    const session = revealingDraw()
    const declared = session.entries.find(({ type }) => type === 'DrawDeclared')
    session.say(reveal(session.draw(), contributionOf(3)), opener)
    session.say(reveal(session.draw(), contributionOf(2)), bidder(2))
    session.tick()
    expect(session.draw().phase).toBe('revealing')
    session.say(reveal(session.draw(), contributionOf(1)), bidder(1))
    session.tick()
    // In the order of the actors' ids.
    const values = [secret, contributionOf(1), contributionOf(2), contributionOf(3)]
    const seed = drawSeed(declared?.hash ?? '', values)
    const { parts, outcome } = session.draw()
    const index = drawIndexes(seed)(parts[0]?.candidates.length ?? 0)
    expect(outcome).toMatchObject({ seed, values })
    expect(outcome?.results[0]).toMatchObject({ index, value: parts[0]?.candidates[index] })
    expect(Number(outcome?.results[0]?.saved)).toBeCloseTo(Number(parts[0]?.candidates[index]) / 100, 10)
  })

  test('refuses a wrong value, accepts the right one after it, and ignores a repeated one', () => {
    const session = revealingDraw()
    expect(session.say(reveal(session.draw(), contributionOf(2)), bidder(1))).toBe('draw-reveal-wrong')
    expect(session.say(reveal(session.draw(), contributionOf(1)), bidder(1))).toBeNull()
    const entries = session.entries.length
    expect(session.say(reveal(session.draw(), contributionOf(1)), bidder(1))).toBeNull()
    expect(session.entries).toHaveLength(entries)
    expect(session.say(reveal(session.draw(), contributionOf(7)), supervisor)).toBe('draw-not-joined')
  })

  test('[SES-10] the deadline moves by the time in which the lot was paused', () => {
    const session = revealingDraw()
    const { revealBy } = session.draw()
    session.say({ type: 'ChangeLotStatus', payload: { lot: 'paused' } }, platform)
    session.pass(60_000)
    expect(nextDue(session.state)).toBeNull()
    expect(session.say(reveal(session.draw(), contributionOf(1)), bidder(1))).toBe('lot-paused')
    session.say({ type: 'ChangeLotStatus', payload: { lot: 'open' } }, platform)
    expect(Date.parse(session.draw().revealBy ?? '')).toBe(Date.parse(revealBy ?? '') + 60_000)
    for (const n of [1, 2])
      expect(session.say(reveal(session.draw(), contributionOf(n)), bidder(n))).toBeNull()
  })
})

describe('CloseDraw', () => {
  test('[DRW-15] [DRW-16] voids the draw, records who withheld, and declares it again without them', () => {
    const session = revealingDraw()
    session.say(reveal(session.draw(), contributionOf(1)), bidder(1))
    session.say(reveal(session.draw(), contributionOf(3)), opener)
    session.pass(10_000)
    expect(session.say(reveal(session.draw(), contributionOf(2)), bidder(2))).toBe('draw-closed')
    session.tick()
    const draw = session.draw()
    expect(draw).toMatchObject({ phase: 'joining', attempt: 2, id: drawId })
    expect(draw.voided).toMatchObject([
      { attempt: 1, cause: 'withheld', who: [{ role: 'bidder', bidderCode: bidderCode(2) }] },
    ])
    expect(draw.serverCommitment).not.toBe(drawCommitment(drawId, 2, secret))
    expect(session.say(joining(draw, contributionOf(2)), bidder(2))).toBe('draw-left-out')
    const late = { type: 'RevealDraw', payload: { drawId, attempt: 1, value: contributionOf(2) } } as const
    expect(session.say(late, bidder(2))).toBe('unknown-draw')
    session.say(joining(draw, contributionOf(1)), bidder(1))
    session.pass(3_000)
    session.tick()
    session.say(reveal(session.draw(), contributionOf(1)), bidder(1))
    session.tick()
    expect(session.draw()).toMatchObject({ phase: 'decided', attempt: 2 })
  })
})

describe('what has to be drawn before step 2', () => {
  const code = (evaluation: object, changes: object = {}) => {
    const session = drawSession(3, {
      projectKind: 1,
      qualification: 0,
      ...changes,
      evaluation: evaluation as never,
    })
    return missingDraw(session.state)?.code ?? null
  }

  test('[DRW-19] by the model of an engineering project', () => {
    expect(code({ newModel: true })).toBe('draw-alpha-beta-missing')
    expect(code({ newModel: false })).toBe('draw-a-g-missing')
    expect(code({ newModel: true }, { qualification: 16 })).toBeNull()
    expect(code({ newModel: true }, { projectKind: 2 })).toBeNull()
  })

  test.each([
    ['an engineering project', {}],
    ['a post-qualification', { qualification: 16 }],
    ['a government procurement', { projectKind: 2 }],
  ])('[DRW-19] by the base-price method of %s', (_, changes) => {
    expect(code({ basePriceMethod: 3 }, changes)).toBe('draw-parameters-missing')
    expect(code({ basePriceMethod: 8 }, changes)).toBe('draw-parameters-missing')
    expect(code({ basePriceMethod: 4 }, changes)).toBeNull()
  })

  test('[DRW-19] [BAS-1] by the rule of the base price, which takes precedence over its method', () => {
    const lowered = { steps: [{ kind: 'lower' as const, by: { drawn: 'fallRate' as const } }] }
    expect(code({ basePriceMethod: 3, basePrice: {} })).toBeNull()
    expect(code({ basePriceMethod: 3, basePrice: lowered })).toBe('draw-parameter-missing')
  })

  test('[DRW-19] by the type of base price of a government procurement', () => {
    expect(code({ basePriceType: 2 }, { projectKind: 2 })).toBe('draw-parameter-missing')
    expect(code({ basePriceType: 1 }, { projectKind: 2 })).toBeNull()
    expect(code({ basePriceType: 2 })).toBeNull()
  })

  test('[DRW-19] by what the tender asks for', () => {
    expect(code({ draws: ['floating-percentage'] })).toBe('draw-floating-percentage-missing')
    expect(code({ draws: ['k'] })).toBe('draw-k-missing')
    expect(code({ draws: ['j'] })).toBe('draw-j-missing')
    expect(code({ draws: ['base-price-factor'] })).toBe('draw-coefficient-missing')
    expect(code({ draws: ['benchmark-coefficient'] })).toBe('draw-benchmark-coefficient-missing')
    expect(code({ draws: ['fall-rate'] })).toBe('draw-parameter-missing')
    expect(code({})).toBeNull()
  })

  test('[DRW-19] until everything required has been drawn', () => {
    const evaluation = { newModel: false, draws: ['random-index' as const] }
    const session = drawSession(3, { projectKind: 1, qualification: 0, evaluation })
    const people = [
      { drawer: '甲', range: null },
      { drawer: '乙', range: null },
    ]
    drawn(session, 2, declaration({ kind: 'a-g', parts: people }))
    expect(missingDraw(session.state)?.code).toBe('draw-parameter-missing')
    const parts = [{ drawer: '甲', range: { start: '1', end: '5', interval: '1' } }]
    const index = declaration({ drawId: crypto.randomUUID(), kind: 'random-index', subject: '方案', parts })
    drawn(session, 2, index)
    expect(missingDraw(session.state)).toBeNull()
  })
})
