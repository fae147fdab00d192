import type { Failure } from '#protocol/outcome.ts'

/** The failure of a search without a result. */
export const nothingFound: Failure = {
  Result: false,
  ResultMessage: '',
  message: '',
  code: 'not-found',
  params: {},
  requestId: '',
}
