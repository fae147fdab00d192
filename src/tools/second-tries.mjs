/** Reporter for vitest: names the tests that passed only at the second attempt, and says why the first one failed. */
export default class SecondTries {
  #lines = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    this.#lines.push(`passed only the second time: ${test.module.relativeModuleId} > ${test.fullName}`)
    for (const { message } of test.result().errors ?? []) this.#lines.push(message)
  }

  onTestRunEnd() {
    for (const line of this.#lines) console.log(line)
  }
}
