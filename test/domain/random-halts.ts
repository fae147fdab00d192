import type { Actor } from '#domain/session/actor.ts'
import { by, type Step } from './random-step.ts'
import { agency, opener, platform } from './sample-actors.ts'

/* Pauses and failures of random sessions. A stop would end nearly every one of them, so that none is stopped. */

/** The opener pauses and goes on; the agency declares a failure, which the platform refuses. */
export function halts(): Step[] {
  return [
    pause(opener),
    by(opener, { type: 'ResumeOpening', payload: {} }),
    ...failing(false),
    pause(agency),
    by(agency, { type: 'ResumeOpening', payload: {} }),
  ]
}

/** The opener declares a failure of what is paused, and the platform decides about it. */
export function failing(approved: boolean): Step[] {
  return [
    pause(opener),
    by(opener, {
      type: 'DeclareFailure',
      payload: { reason: '投标人不足3家', recorder: '周记录', agent: '', signed: null },
    }),
    by(platform, { type: 'DecideFailure', payload: { approved, reason: '审批意见' } }),
    by(opener, { type: 'ResumeOpening', payload: {} }),
  ]
}

function pause(actor: Actor): Step {
  return by(actor, {
    type: 'HaltOpening',
    payload: { kind: 'paused', reason: '现场停电', recorder: '周记录' },
  })
}
