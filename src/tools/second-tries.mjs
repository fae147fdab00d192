/** Reporter for vitest: names the tests that failed first and passed the second time. */
export default class SecondTries {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`passed only the second time: ${name}`)
  }
}
